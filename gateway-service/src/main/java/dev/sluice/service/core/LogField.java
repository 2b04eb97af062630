package dev.sluice.service.core;

import org.slf4j.MDC;

/** The subject of a line of the log: a field of its own where lines are JSON. In text the message alone tells it. */
public enum LogField {
    BACKEND("backend"),
    POSITION("position");

    private final String key;

    LogField(String key) {
        this.key = key;
    }

    /** Logs with this field. */
    public void in(String value, Runnable line) {
        MDC.put(key, value);
        try {
            line.run();
        } finally {
            MDC.remove(key);
        }
    }
}
