package dev.sluice.internal.wire;

import static net.openhft.chronicle.wire.BinaryWireCode.EVENT_NAME;

import dev.sluice.api.RequestKind;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The names of events, as they are in a message. */
final class Frames {

    /** By the ordinal of {@link RequestKind}. */
    static final byte[][] REQUESTS =
            Stream.of(RequestKind.values()).map(kind -> name(kind.event())).toArray(byte[][]::new);

    /** By the ordinal of {@link ResultKind}. */
    static final byte[][] RESULTS =
            Stream.of(ResultKind.values()).map(kind -> name(kind.event())).toArray(byte[][]::new);

    static final byte[] HEADERS = name("headers");

    /** The trailer: of a later format it has another name. */
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

    /** A name from a message that may be hostile, fit to be printed. */
    static String shown(CharSequence text) {
        final String cut = text.subSequence(0, Math.min(text.length(), SHOWN)).toString();
        return cut.replaceAll("\\p{Cc}", "?") + (text.length() > SHOWN ? "…" : "");
    }
}
