"""Linear forms in k: how a term is one, of k or of several parameters, and their values."""

from heapwise.proof.logic import Form

K = Form.variable("k")


def value(form: Form, k: int) -> int:
    """The value of a form in k alone."""
    return form.constant + slope(form) * k


def slope(form: Form) -> int:
    """The coefficient of k."""
    return dict(form.coefficients).get("k", 0)
