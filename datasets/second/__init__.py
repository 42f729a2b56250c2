"""The three rule books a second time: by another hand and in another style than the engine, to be compared with it.

Nothing here imports or follows ``kozyr.engine``. Everything is written from the originals: the rules of the
federation of Debertz (ФДУ), the regulation Репино-2013 and the convention Сочи; where they are silent, from the
options of the rule books. Seats are the letters of the logs (``"S" "W" "N" "E"``), cards and calls are texts in the
logs' notation (``"10H"``, ``"14S"``, ``"order 7H"``), sides are ``"SN"``, ``"WE"`` or a seat, points are integers.
``options`` is everywhere a mapping of the rule books' option names (nested where they are), of which only what
differs from the default need be there. A *trick* is a tuple of ``(seat, card)`` in order of play.

**Play and proof** (``proof``, ``belot_play``, ``debertz_play``, ``preferans_play``). A game's rules of play are an
object:

* ``BelotPlay(mode)``: mode ``"S" "H" "D" "C"``, ``"N"`` (БК) or ``"A"`` (ВК);
* ``DebertzPlay(trump, fmt="2x2", edition="fdu-uk", options={})``;
* ``PreferansPlay(trump="", talon=())``: no trump in БК, misère and raspasy; ``talon`` the talon cards that set the
  suit of tricks 1 and 2, only in raspasy of three (in raspasy of four the dealer leads them: plays like any other);

with the methods ``wanted(hand, trick, seat, number=0)`` (the legal cards of ``hand``, in its order; ``trick`` is what
lies there before, ``number`` counts tricks from 1 and matters only in raspasy of three), ``taker(trick, number=0)``
(a seat) and ``worth(card)`` (small points; 0 in Preferans). ``preferans_play.raspasy_leader(number, taken_by, first,
dealer, players)`` says who leads in raspasy. ``proof.revokes(hands, sights, play, talon_to="")`` gives every illegal
play as ``Revoke(seat, committed, proved)``: ``hands`` seat -> cards at the start of play, ``sights`` a sequence of
``Sight(seq, seat, cards, trick, number)`` in order of time. A sight without a trick is a card seen otherwise: shown,
known by a word (the other card of a bela, the shown card of Debertz at its owner), an open hand, or of seat
``"talon"`` (a talon turned up) or ``"discard"`` (discards that everybody knows). ``talon_to`` is the seat that took
the talon and discarded; cards of the talon are then no evidence until they are seen in that hand, and cannot be in
another one.

**Auctions** (``belot_calls``, ``debertz_calls``, ``preferans_calls`` with ``preferans_bids`` and
``preferans_defence``). Each takes a list of ``(seat, call)`` and returns a dict ``{"verdicts": [...], "turn": "...",
"legal": [...], "ended": None | {...}}``. A verdict is ``"stands"``, ``"illegal-call"`` or ``"call-out-of-turn"``, one
for each call; one that does not stand changes nothing. ``turn`` holds the seat or seats whose call is awaited
(``"S"``, ``"SN"`` after a contra; ``""`` when nobody's), ``legal`` the calls of the seat on turn (of the first one of
two).

* ``belot_calls.auction(order, calls, options={})``: ``order`` the four seats from the dealer's left, ``"WNES"``.
  Legal bids are listed up to the level 40. Ends in ``{"contract": "14S", "declarer": seat, "doubled": 1|2|4}`` or
  ``{"redeal": True}``.
* ``debertz_calls.auction(order, shown, calls, options={})``: ``order`` the seats from the one after the token's
  holder, who is last; ``shown`` the shown card. Ends in ``{"declarer", "trump", "round": 1|2, "forced": bool}``.
  ``debertz_calls.may_swap(seat, seven, shown, ended, fmt, options={})``: whether a seat that holds ``seven`` may swap
  it.
* ``preferans_calls.auction(players, dealer, calls, raspasy=0, options={})``: ``players`` all at the table, clockwise;
  ``raspasy`` the deals of raspasy played in a row before. A pseudo call ``(seat, "lead")`` tells when the first card
  was led. Bidding, talon, order and defence are one list. ``ended`` is ``{"contract": "7H" | "misere" | "raspasy",
  "declarer", "bid", "dark", "in_face", "without_three", "answers": {seat: call}, "kind", "open": bool | None}``,
  ``kind`` one of ``played unplayed checked misere raspasy given-up``. After two passes of four the dealer may still
  look: ``turn`` is then the dealer though ``ended`` stands. ``stage`` says what is awaited: ``bid order answer look
  style lead`` or ``""``.

**Scores.** Bazar Belot (``belot_score``, ``belot_melds``):

* ``belot_score.deal(contract, side, points, tricks, melds, doubled=1, options={})``: ``contract`` as called, ``side``
  of the declarer, ``points``/``tricks``/``melds`` side -> small points in tricks (last trick's 10 included) / tricks
  / large points of played constructions, bela included. Returns ``{"score": {side: large}, "bayt": [side], "made":
  bool}``.
* ``belot_melds.melds_of(hand, mode)``: all constructions of a hand, highest first, as names.
  ``belot_melds.played(spoken, shown, mode, side, tricks, closed="", options={})``: large points of constructions side
  -> points, from what was announced ``[(seat, name)]`` and shown ``[(seat, name)]`` in order; bela counted by
  ``("seat", "bela")`` and ``"rebela"``.
* ``belot_score.match(deals, options={})``: running totals and the winner from a list of ``{side: large}``.

Debertz (``debertz_score``, ``debertz_melds``, ``debertz_party``):

* ``debertz_score.deal(facts, options={})`` with ``facts`` a dict: ``order`` (sides by the rule of move, from the side
  of the seat after the token), ``declarer`` (side), ``points`` (side -> card points in tricks, last trick's 10
  included), ``tricks`` (side -> count) and, where there are any, ``credited``, ``declared``, ``bela`` (side -> points
  of credited and of all declared combinations, of belas), ``pot`` (points deferred before), ``letters`` (side -> Б
  before this deal), ``offender`` (side in bayd by the judge), ``dealt`` (card points of all dealt cards, without the
  last trick's 10). Returns ``{"score": {side: points}, "bayd": [sides], "deferred": bool, "pot": int, "letters":
  {side: count}, "made": bool}``; ``score`` is all the deal gave, fines of letters and the no-trick 50 included.
* ``debertz_melds.melds_of(hand, trump, options={})``: ``[(name, cards in the run)]``, highest first.
  ``debertz_melds.credited(declared, order, sides, trump, options={})``: side -> points of the side that has the
  highest, from ``[(seat, name, length)]``; ``order`` seats by the rule of move, ``sides`` seat -> side.
  ``debertz_melds.winner_of_deberts(declared, order, sides, options={})``.
* ``debertz_party.parties(deals, target, options={})``: deals' facts (without pot and letters) played in order into
  parties and a meeting; ``debertz_party.ended(accounts, target, declarer, order, options={}, pot=0)``: ``None`` or
  ``{"winner", "record"}``; ``debertz_party.schematic(points)``: ``(crossed circles, circles, bars, plus, minus)``.

Preferans (``preferans_score``, ``preferans_whists``, ``preferans_sheet``): a sheet is ``{seat: {"pool": p,
"mountain": m, "whists": {other: w}}}``.

* ``preferans_score.deal(facts, options={})`` with ``facts``: ``players`` (clockwise), ``dealer``, ``kind`` (as
  above), ``contract``, ``declarer``, ``bid``, ``tricks`` (seat -> count), ``answers`` (seat -> ``"whist" | "pass" |
  "half"``, in order of speaking), ``talon`` (its two cards), ``in_face``, ``raspasy`` (played in a row before).
  Returns a sheet of what the deal gave.
* ``preferans_score.after(raspasy, dealer, players, outcome, options={})``: ``(raspasy, next dealer)``; ``outcome``
  one of ``raspasy made made-misere made-10 failed failed-misere annulled``. ``preferans_score.circle_cost(raspasy,
  players, options={})``: cost of a trick; ``preferans_bids.lowest_bid(raspasy, players, options={})``: 6 or 7.
* ``preferans_sheet.enter(sheet, seat, points, facts, options={})``: writes a pool entry where pools have a target:
  closing, help, writing off. ``preferans_sheet.settle(sheet)``: final whists seat -> integer, sum 0.
  ``preferans_sheet.round_points``: points of a tournament round. ``preferans_sheet.clock_fine(seconds)`` and
  ``preferans_sheet.fine(row, value, late)``.
"""
