"""The languages of the site: their native names, and whether a native speaker has reviewed the translation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language. `code`: as in Django; `name`: in the language itself. `reviewed`: by a native speaker."""

    code: str
    name: str
    reviewed: bool = False


LANGUAGES = (
    Language("en", "English", reviewed=True),  # the source language of the program's texts
    Language("cs", "Čeština"),
    Language("de", "Deutsch"),
    Language("fr", "Français"),
    Language("ja", "日本語"),
    Language("ko", "한국어"),
    Language("ms", "Bahasa Melayu"),
    Language("zh-hans", "简体中文"),
)
BY_CODE = {language.code: language for language in LANGUAGES}
