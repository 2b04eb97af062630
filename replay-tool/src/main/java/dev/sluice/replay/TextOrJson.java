package dev.sluice.replay;

/** For people, or for programs. */
enum TextOrJson {
    text,
    json
}
