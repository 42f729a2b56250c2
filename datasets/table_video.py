"""Draws a choreography as a video of a table seen from above, frame by frame.

Only what moves is drawn anew: cards at rest are painted once on a copy of the lit table top, and a frame starts from
that copy. Moving things are drawn at several moments of the exposure, which gives motion blur.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.choreography import ArmTrack, CardTrack, Choreography
from kozyr.datasets.hand_form import ARM_MM, HALF_WIDTH_MM, OPENNESS_STEPS, PX_PER_MM, REACH_MM
from kozyr.datasets.hands import ArmLook, arm_to_mm, draw_arm
from kozyr.datasets.motion import Pose, Track
from kozyr.datasets.table_camera import TableCamera
from kozyr.datasets.table_light import Sensor, TableLight
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.vision.types import Image

Region = tuple[int, int, int, int]
"""left, top, right, bottom in pixels, right and bottom exclusive."""
_MOVED_PX: Final = 1.5
"""Movement within one exposure that needs another drawing."""
_ARM_HEIGHT_MM: Final = 24.0
_ARM_SIZE_PX: Final = (round(2 * HALF_WIDTH_MM * PX_PER_MM), round((ARM_MM + REACH_MM) * PX_PER_MM))
"""Height and width of an arm's picture."""


@dataclass(frozen=True, slots=True)
class TableSet:
    """Everything of a video that does not move."""

    camera: TableCamera
    light: TableLight
    top: Image
    """The unlit table top with what lies on it, as the camera sees it, BGR."""
    faces: dict[Card, Image]
    """Upright faces, BGRA (straight alpha)."""
    back: Image
    """The back, BGRA."""
    looks: dict[Seat, ArmLook]
    """The players' arms."""
    exposure_s: float
    """How long the shutter is open."""
    surface_gloss: float
    """How much of the lamp's reflection the table top shows, 0 (felt) to 1."""


def _region(points: NDArray[np.float64], margin: float, size_px: tuple[int, int]) -> Region | None:
    """The pixels around some points, or None when they are outside the picture."""
    left, top = np.floor(points.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(points.max(axis=0) + margin).astype(int)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, size_px[0]), min(bottom, size_px[1])
    return (int(left), int(top), int(right), int(bottom)) if right > left and bottom > top else None


def _premultiplied(bgra: Image) -> Image:
    alpha = bgra[..., 3:].astype(np.float32) / 255
    return np.dstack([np.round(bgra[..., :3] * alpha).astype(np.uint8), bgra[..., 3]])


class Painter:
    """Paints one table set; the pictures are those of ``choreography`` at any moment asked for."""

    def __init__(self, table: TableSet, choreography: Choreography) -> None:
        self._table, self._play = table, choreography
        size = table.camera.size_px
        self._gains = table.light.gains(size)
        self._shine = table.light.reflection(size)
        lit = table.top.astype(np.float32) * self._gains + self._shine * table.surface_gloss
        self._base = np.clip(lit, 0, 255).astype(np.uint8)
        self._faces = {card: _premultiplied(face) for card, face in table.faces.items()}
        self._back = _premultiplied(table.back)
        self._rested: Image = self._base
        self._resting: tuple[tuple[CardTrack, Pose], ...] = ()
        self._arms: dict[tuple[Seat, int], Image] = {}
        angle = math.radians(table.light.from_deg)
        self._lamp = (math.cos(angle), math.sin(angle))

    def picture(self, at_s: float) -> Image:
        """The lit table at a moment, before the sensor; BGR."""
        shut = at_s + self._table.exposure_s
        found = [(track, track.track.at(at_s), track.track.at(shut)) for track in self._play.cards]
        shown = sorted(
            ((track, now, then or now) for track, now, then in found if now is not None), key=lambda item: item[1][1]
        )
        still = 0
        while still < len(shown) and shown[still][1][0] == shown[still][2][0]:
            still += 1
        frame = self._rest(tuple((track, now[0]) for track, now, _ in shown[:still])).copy()
        for track, now, then in shown[still:]:
            self._paint_card(frame, track.card, self._moments(track.track, at_s, now[0], then[0]))
        self._paint_arms(frame, at_s, shut)
        return frame

    def _rest(self, resting: tuple[tuple[CardTrack, Pose], ...]) -> Image:
        """The table with the cards that lie still, kept from frame to frame."""
        kept = len(self._resting)
        if resting[:kept] != self._resting:
            self._rested, kept = self._base, 0
        if len(resting) > kept:
            self._rested = self._rested.copy()
            for track, pose in resting[kept:]:
                self._paint_card(self._rested, track.card, (pose,))
        self._resting = resting
        return self._rested

    def _moments(self, track: Track, start_s: float, now: Pose, then: Pose) -> tuple[Pose, ...]:
        """Poses during the exposure, as many as the movement needs."""
        camera = self._table.camera
        moved = np.abs(camera.card_corners(now) - camera.card_corners(then)).max()
        count = int(np.clip(moved / _MOVED_PX, 1, 7))
        found = (track.at(start_s + self._table.exposure_s * step / count) for step in range(count))
        return tuple(item[0] for item in found if item is not None) or (now,)

    # -- cards --------------------------------------------------------------------------------------------------

    def _paint_card(self, frame: Image, card: Card, poses: tuple[Pose, ...]) -> None:
        """One card with its shadow; several poses are blended into one blur."""
        camera = self._table.camera
        corners = [camera.card_corners(pose) for pose in poses]
        self._card_shadow(frame, poses[len(poses) // 2])
        region = _region(np.vstack(corners), 2, camera.size_px)
        if region is None:
            return
        layer = np.zeros((region[3] - region[1], region[2] - region[0], 4), np.float32)
        for pose, quad in zip(poses, corners, strict=True):
            layer += self._card_layer(card, pose, quad, region)
        self._blend(frame, np.asarray(layer / len(poses), np.float32), region, 0.8)

    def _card_layer(self, card: Card, pose: Pose, quad: NDArray[np.float64], region: Region) -> Image:
        """One pose of a card, drawn at twice the size and scaled down; premultiplied BGRA."""
        picture = self._faces[card] if pose.turn < 0.5 else self._back
        target = quad if pose.turn < 0.5 else quad[[1, 0, 3, 2]]
        height, width = picture.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        wide, high = region[2] - region[0], region[3] - region[1]
        offset = (target - [region[0], region[1]]) * 2
        area = cv2.contourArea(offset.astype(np.float32))
        if area < 4:
            return np.zeros((high, wide, 4), np.uint8)
        matrix = cv2.getPerspectiveTransform(source, (offset - 0.5).astype(np.float32))
        drawn = cv2.warpPerspective(picture, matrix, (wide * 2, high * 2), flags=cv2.INTER_LINEAR)
        return np.asarray(cv2.resize(drawn, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

    def _card_shadow(self, frame: Image, pose: Pose) -> None:
        """The card's shadow: tight when it lies, wide and soft when it is held up."""
        camera, light = self._table.camera, self._table.light
        lift = pose.lift_mm
        flat = Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.0, pose.turn)
        shift = np.array(self._lamp) * -(0.9 + 0.55 * lift) * camera.px_per_mm
        quad = camera.card_corners(flat) + shift
        sigma = (0.9 + 0.16 * lift) * camera.px_per_mm / 2
        region = _region(quad, 3 * sigma + 1, camera.size_px)
        if region is None:
            return
        mask = np.zeros((region[3] - region[1], region[2] - region[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round((quad - [region[0], region[1]]) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.5)).astype(np.float32) / 255
        depth = np.float32(light.shadow * (0.85 if lift < 6 else 0.7))
        self._darken(frame, np.asarray(soft * depth, np.float32), region)

    # -- arms ---------------------------------------------------------------------------------------------------

    def _paint_arms(self, frame: Image, at_s: float, shut: float) -> None:
        """Shadows of all arms, then the arms."""
        present = [(arm, arm.track.at(at_s), arm.track.at(shut)) for arm in self._play.arms]
        shown = [(arm, now[0], (then or now)[0]) for arm, now, then in present if now is not None]
        for arm, now, _ in shown:
            self._arm_shadow(frame, arm, now)
        for arm, now, then in shown:
            if not arm.shadow_only:
                self._paint_arm(frame, arm, now, then, at_s)

    def _drawn(self, seat: Seat, pose: Pose) -> Image:
        """The arm's picture for a pose, drawn once for each seat and openness."""
        step = round(np.clip(pose.turn, 0, 1) * (OPENNESS_STEPS - 1))
        if (seat, step) not in self._arms:
            turn = math.radians(-pose.angle_deg)
            c, s = math.cos(turn), math.sin(turn)
            light = (c * self._lamp[0] - s * self._lamp[1], s * self._lamp[0] + c * self._lamp[1])
            self._arms[(seat, step)] = draw_arm(self._table.looks[seat], step, light)
        return self._arms[(seat, step)]

    def _arm_matrix(self, seat: Seat, pose: Pose, height_mm: float) -> NDArray[np.float64]:
        """2×3 map from the arm's picture to the frame."""
        c, s = math.cos(math.radians(pose.angle_deg)), math.sin(math.radians(pose.angle_deg))
        base = np.array([[pose.x_mm, pose.y_mm, height_mm]] * 3)
        base[1, :2] += (100 * c, 100 * s)
        base[2, :2] += (-100 * s, 100 * c)
        origin, ahead, beside = self._table.camera.project(base)
        local = np.column_stack([(ahead - origin) / 100, (beside - origin) / 100, origin])
        return np.asarray(local @ arm_to_mm(self._table.looks[seat].size), np.float64)

    def _arm_region(self, matrix: NDArray[np.float64], margin: float) -> Region | None:
        height, width = _ARM_SIZE_PX
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
        return _region(corners @ matrix.T, margin, self._table.camera.size_px)

    def _paint_arm(self, frame: Image, arm: ArmTrack, now: Pose, then: Pose, at_s: float) -> None:
        """The arm with its motion blur."""
        matrix = self._arm_matrix(arm.seat, now, _ARM_HEIGHT_MM + now.lift_mm)
        last = self._arm_matrix(arm.seat, then, _ARM_HEIGHT_MM + then.lift_mm)
        tip = np.array([ARM_MM * PX_PER_MM, HALF_WIDTH_MM * PX_PER_MM, 1])
        count = int(np.clip(np.abs((last - matrix) @ tip).max() / 2.5, 1, 6))
        region = self._arm_region(matrix, 30 if count > 1 else 1)
        if region is None:
            return
        layer = np.zeros((region[3] - region[1], region[2] - region[0], 4), np.float32)
        picture = self._drawn(arm.seat, now)
        for step in range(count):
            moment = matrix + (last - matrix) * (step / count)
            moment[:, 2] -= (region[0], region[1])
            cv2.accumulate(cv2.warpAffine(picture, moment, layer.shape[1::-1], flags=cv2.INTER_LINEAR), layer)
        self._blend(frame, np.asarray(layer / count, np.float32), region, 0.0)

    def _arm_shadow(self, frame: Image, arm: ArmTrack, pose: Pose) -> None:
        """Where the arm keeps the lamp's light from the table; drawn at a quarter of the size."""
        matrix = self._arm_matrix(arm.seat, pose, _ARM_HEIGHT_MM)
        scale = self._table.camera.px_per_mm
        low = pose.lift_mm
        for height, sigma, depth in ((4 + 0.5 * low, 2.0, 0.5), (20 + low, 4 + 0.12 * low, 0.8)):
            if arm.shadow_only and height < 40:
                continue
            moved = matrix.copy()
            moved[:, 2] -= np.array(self._lamp) * height * 0.6 * scale
            region = self._arm_region(moved, 4 * sigma * scale)
            if region is None:
                continue
            part = moved.copy()
            part[:, 2] -= (region[0], region[1])
            wide, high = (region[2] - region[0] + 3) // 4, (region[3] - region[1] + 3) // 4
            alpha = np.ascontiguousarray(self._drawn(arm.seat, pose)[..., 3])
            small = cv2.warpAffine(alpha, part / 4, (wide, high), flags=cv2.INTER_AREA)
            soft = cv2.GaussianBlur(small, (0, 0), max(sigma * scale / 4, 0.6))
            mask = cv2.resize(soft, (region[2] - region[0], region[3] - region[1]), interpolation=cv2.INTER_LINEAR)
            self._darken(frame, mask.astype(np.float32) * (self._table.light.shadow * depth / 255), region)

    # -- pixels -------------------------------------------------------------------------------------------------

    def _darken(self, frame: Image, share: NDArray[np.float32], region: Region) -> None:
        """Takes away a share of the light."""
        part = frame[region[1] : region[3], region[0] : region[2]]
        keep = cv2.cvtColor(1 - share, cv2.COLOR_GRAY2BGR)
        part[:] = cv2.multiply(part, keep, dtype=cv2.CV_8U)

    def _blend(self, frame: Image, layer: NDArray[np.float32], region: Region, gloss: float) -> None:
        """Lays a premultiplied layer over the frame, lit by the room."""
        place = np.s_[region[1] : region[3], region[0] : region[2]]
        alpha = cv2.cvtColor(np.ascontiguousarray(layer[..., 3]), cv2.COLOR_GRAY2BGR)
        lit = cv2.multiply(np.ascontiguousarray(layer[..., :3]), self._gains[place])
        if gloss and self._table.light.glare:
            lit = cv2.add(lit, cv2.multiply(self._shine[place], alpha, scale=gloss / 255))
        under = frame[place].astype(np.float32)
        lit = cv2.add(lit, cv2.subtract(under, cv2.multiply(under, alpha, scale=1 / 255)))
        frame[place] = cv2.convertScaleAbs(lit)

    def covered(self, corners_px: NDArray[np.float64], at_s: float) -> float:
        """Share of a quadrangle of the picture that hands and arms hide at a moment, 0 to 1."""
        region = _region(corners_px, 4, self._table.camera.size_px)
        arms = [(arm, arm.track.at(at_s)) for arm in self._play.arms if not arm.shadow_only]
        present = [(arm.seat, found[0]) for arm, found in arms if found is not None]
        if region is None or not present:
            return 0.0
        wide, high = (region[2] - region[0]) // 4, (region[3] - region[1]) // 4
        inside = np.zeros((high, wide), np.uint8)
        cv2.fillConvexPoly(inside, np.round((corners_px - [region[0], region[1]]) / 4).astype(np.int32), 1)
        hidden: Image = np.zeros((high, wide), np.uint8)
        for seat, pose in present:
            part = self._arm_matrix(seat, pose, _ARM_HEIGHT_MM + pose.lift_mm)
            part[:, 2] -= (region[0], region[1])
            alpha = np.ascontiguousarray(self._drawn(seat, pose)[..., 3])
            hidden = np.maximum(hidden, cv2.warpAffine(alpha, part / 4, (wide, high), flags=cv2.INTER_LINEAR))
        return float((hidden[inside > 0] > 64).mean())


def frames(table: TableSet, play: Choreography, fps: float, seed: int) -> Iterator[Image]:
    """All frames of the video in order, BGR, one at a time."""
    painter, sensor = Painter(table, play), Sensor(table.light, table.camera.size_px, seed)
    for index in range(math.ceil(play.end_s * fps)):
        at_s = index / fps
        yield sensor.expose(painter.picture(at_s), at_s)
