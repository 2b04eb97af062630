package dev.sluice.replay.exchange;

/** How exchanges are printed. */
public enum Format {
    text,
    json,
    csv
}
