package dev.sluice.perf.compare;

/** What became of a figure. */
enum Verdict {
    WORSE("slower, or costs more"),
    BETTER("better"),
    CHANGED("changed"),
    SAME("within noise"),
    ONCE("measured once: no spread to judge by");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
