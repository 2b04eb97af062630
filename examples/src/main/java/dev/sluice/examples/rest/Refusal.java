package dev.sluice.examples.rest;

/** A request that is answered with a problem (RFC 9457) as a whole. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;

    /** The detail is for whoever has to change the request: it says what was found, and where. */
    Refusal(int status, String title, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
    }

    static Refusal badRequest(String detail) {
        return new Refusal(400, "bad request", detail);
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }
}
