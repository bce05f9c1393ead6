"""The language of a printout: `?language=ja` shows one page in Japanese without changing the phone's language."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.translation import override

PARAMETER = "language"
ONCE = ("saved", "renewed")  # notices about what has just been done
R = TypeVar("R", bound=HttpResponseBase)


def print_language(request: HttpRequest) -> str | None:
    """Return the code of the language in the URL; None without one, or if the site doesn't have it."""
    code = request.GET.get(PARAMETER, "").lower()
    return code if code in dict(settings.LANGUAGES) else None


def other_parameters(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the name and value of all other parameters in the URL, in order, without notices that are shown once."""
    lists = request.GET.lists()
    return [(name, str(value)) for name, values in lists if name not in (PARAMETER, *ONCE) for value in values]


def in_print_language(view: Callable[..., R]) -> Callable[..., R]:
    """Let a view answer in the language of `?language=`. The cookie with the phone's language doesn't change."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> R:
        language = print_language(request)
        if language is None:
            return view(request, *args, **kwargs)
        with override(language):
            response = view(request, *args, **kwargs)
            if isinstance(response, SimpleTemplateResponse):
                response.render()  # Django would render it later, in the language of the phone
        response["Content-Language"] = language
        return response

    return answer
