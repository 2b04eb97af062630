package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.Declaration;

/** Advice for operators about a proof that did not succeed; it depends on the reason why. */
final class Advice {

    /** The beginning of a GRANT statement, which some reasons contain as the remedy for a missing privilege. */
    private static final String GRANT = "GRANT ";

    private Advice() {}

    /** Returns advice on how to let a statement share transactions without a proof. */
    static String share(Declaration declaration, String reason) {
        final String trust =
                "if it does no harm that several of these updates are in one transaction, trust: transaction"
                        + (declaration.isAdHoc() ? " on a declared statement" : " on this statement")
                        + " lets it share transactions";
        return seeOr(reason, trust);
    }

    /** Returns advice on how to let requests share calls without a proof. */
    static String chunk(Declaration declaration, String reason) {
        final String asserted = "if it may run for several requests at once, and once for equal keys, chunk: true"
                + (declaration.isAdHoc()
                        ? " on a declared statement"
                        : " on this " + (declaration.lookup() ? "lookup" : "statement"))
                + " lets it share calls";
        return seeOr(reason, asserted);
    }

    /** Returns advice for a statement that conflicts with everything. */
    static String order(Declaration declaration, String reason) {
        final String trust = "if you know which tables it touches, declare reads and writes with trust: declared"
                + (declaration.isAdHoc() ? " on a declared statement" : "");
        return seeOr(reason, trust);
    }

    private static String seeOr(String reason, String otherwise) {
        return see(reason).isEmpty() ? otherwise : see(reason) + "; or, " + otherwise;
    }

    /** Returns advice on how to let the gateway prove more about a statement; empty if there is none. */
    static String see(String reason) {
        if (reason.contains(GRANT)) {
            return "the statement " + reason.substring(reason.indexOf(GRANT)) + " has to be run by an administrator";
        }
        if (reason.endsWith("not BEGIN ATOMIC")) {
            return "a function in SQL with the body BEGIN ATOMIC … END can be looked into";
        }
        return "";
    }
}
