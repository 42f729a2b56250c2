"""Storing a network's weights in half the bytes: 16-bit floats in the file, 32-bit floats when it runs."""

from pathlib import Path
from typing import Any, Final

_SMALLEST: Final = 512
"""Tables with fewer numbers stay as they are."""


def halve_weights(file: Path, description: str) -> None:
    """Rewrite an ONNX file with its large weights as 16-bit floats, each followed by a cast back to 32 bits.

    The program that runs it folds the casts away when it loads, so speed and input stay the same. Metadata is kept,
    but for the description, which would name a folder of the training machine.
    """
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model: Any = onnx.load(str(file))
    graph = model.graph
    casts, stored = [], []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size < _SMALLEST:
            stored.append(weight)
            continue
        name = f"{weight.name}_half"
        stored.append(numpy_helper.from_array(values.astype(np.float16), name))
        casts.append(helper.make_node("Cast", [name], [weight.name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    for field, content in ((graph.initializer, stored), (graph.node, [*casts, *nodes])):
        del field[:]
        field.extend(content)
    del graph.value_info[:]
    for entry in model.metadata_props:
        if entry.key == "description":
            entry.value = description
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
