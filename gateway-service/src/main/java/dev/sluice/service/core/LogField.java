package dev.sluice.service.core;

import org.slf4j.MDC;

/** The subject of a log line. In a JSON log it is a separate field; in a text log only the message names it. */
public enum LogField {
    BACKEND("backend"),
    POSITION("position");

    private final String key;

    LogField(String key) {
        this.key = key;
    }

    /** Runs an action that logs one line, with this field set to the value. */
    public void in(String value, Runnable line) {
        MDC.put(key, value);
        try {
            line.run();
        } finally {
            MDC.remove(key);
        }
    }
}
