package dev.sluice.internal.wire;

import dev.sluice.internal.wire.WireFormatException.NewerFormatException;

/** What requests and results have in common. */
final class Frames {

    /** The name of the trailer: of a later format it is another. */
    static final String TRAILER = "by";

    private static final int SHOWN = 40;

    private Frames() {}

    /**
     * What to say of a message whose event is none of this side's, and that is as it was written.
     *
     * @param known whether it is one of this format, only not here
     */
    static WireFormatException unknown(String what, String event, boolean known) {
        return known || event.equals(TRAILER)
                ? new WireFormatException("'" + shown(event) + "' where a " + what + " belongs")
                : new NewerFormatException("a " + what + " by the method '" + shown(event)
                        + "', which this release of Sluice does not know");
    }

    /** A name from a message that may be hostile, fit to be printed. */
    static String shown(CharSequence text) {
        final String cut = text.subSequence(0, Math.min(text.length(), SHOWN)).toString();
        return cut.replaceAll("\\p{Cntrl}", "?") + (text.length() > SHOWN ? "…" : "");
    }
}
