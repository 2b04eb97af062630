package dev.sluice.internal.wire;

import static net.openhft.chronicle.wire.BinaryWireCode.EVENT_NAME;

import dev.sluice.api.RequestKind;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The encoded names of the events in a message. */
final class Frames {

    /** The names of requests, indexed by the ordinal of {@link RequestKind}. */
    static final byte[][] REQUESTS =
            Stream.of(RequestKind.values()).map(kind -> name(kind.event())).toArray(byte[][]::new);

    /** The names of results, indexed by the ordinal of {@link ResultKind}. */
    static final byte[][] RESULTS =
            Stream.of(ResultKind.values()).map(kind -> name(kind.event())).toArray(byte[][]::new);

    static final byte[] HEADERS = name("headers");

    /** The name of the trailer. A later format uses another name. */
    static final byte[] TRAILER = name("by");

    private static final int SHOWN = 40;

    private Frames() {}

    private static byte[] name(String event) {
        final byte[] letters = event.getBytes(StandardCharsets.US_ASCII);
        final byte[] name = new byte[2 + letters.length];
        name[0] = (byte) EVENT_NAME;
        name[1] = (byte) letters.length;
        System.arraycopy(letters, 0, name, 2, letters.length);
        return name;
    }

    /** Returns a printable form of a name from an untrusted message. */
    static String shown(CharSequence text) {
        final String cut = text.subSequence(0, Math.min(text.length(), SHOWN)).toString();
        return cut.replaceAll("\\p{Cc}", "?") + (text.length() > SHOWN ? "…" : "");
    }
}
