package dev.sluice.internal.client;

import dev.sluice.api.RequestKind;
import java.util.Map;

/** Where futures write: one writer, whose requests are numbered without a gap. Any thread, one at a time. */
public interface NumberedWriter {

    /** The number of the request written last. */
    long lastSequence();

    /** Writes one request, or throws and has not. */
    void append(RequestKind kind, Map<String, String> headers, String name, Object[] arguments);
}
