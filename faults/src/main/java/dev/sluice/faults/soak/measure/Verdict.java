package dev.sluice.faults.soak.measure;

import java.util.Optional;

/** The judgement of a trend. Growth is judged over an hour, and in a shorter run over what the run saw: it can show no slower leak. */
public enum Verdict {
    /** Even the most that it may be is allowed. */
    FLAT("flat"),
    /** It has not grown by an hour's allowance; how an hour would go on is not known. */
    BOUNDED("within bounds"),
    /** Even the least that it may be is too much. */
    GROWS("GROWS"),
    /** Samples are too few, or too far apart. */
    OPEN("open");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    /** Judges it by the allowance of an hour. */
    public static Verdict of(Optional<Trend> trend, double allowed) {
        if (trend.isEmpty()) {
            return OPEN;
        }
        final Trend seen = trend.get();
        final double hours = Math.min(1, seen.hours());
        if (seen.high() <= allowed) {
            return FLAT;
        } else if (seen.high() * hours <= allowed) {
            return BOUNDED;
        }
        return seen.low() * hours > allowed ? GROWS : OPEN;
    }

    @Override
    public String toString() {
        return text;
    }
}
