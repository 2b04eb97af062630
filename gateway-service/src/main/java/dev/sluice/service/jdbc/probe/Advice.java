package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.Declaration;

/** Advice to a person on a reason that the catalog gave. */
final class Advice {

    /** Begins the statement of a reason that names the privilege which mends it. */
    private static final String GRANT = "GRANT ";

    private Advice() {}

    /** Advice that lets a statement share transactions although nothing proves that it may. */
    static String share(Declaration declaration, String reason) {
        final String trust =
                "if it does no harm that several of these updates are in one transaction, trust: transaction"
                        + (declaration.name().isEmpty() ? " on a declared statement" : " on this statement")
                        + " lets it share";
        return seeOr(reason, trust);
    }

    /** Advice that lets requests share calls although nothing proves that they may. */
    static String chunk(Declaration declaration, String reason) {
        final String asserted = "if it may be asked for several requests at once, and for equal keys once, chunk: true"
                + (declaration.name().isEmpty()
                        ? " on a declared statement"
                        : " on this " + (declaration.lookup() ? "lookup" : "statement"))
                + " lets it share";
        return seeOr(reason, asserted);
    }

    /** Advice that makes a statement conflict by less than everything. */
    static String order(Declaration declaration, String reason) {
        final String trust = "if you know which tables it touches, declare reads and writes with trust: declared"
                + (declaration.name().isEmpty() ? " on a declared statement" : "");
        return seeOr(reason, trust);
    }

    private static String seeOr(String reason, String otherwise) {
        return see(reason).isEmpty() ? otherwise : see(reason) + "; or, " + otherwise;
    }

    /** Advice that lets the gateway see more of what a statement reaches; empty if there is none. */
    static String see(String reason) {
        if (reason.contains(GRANT)) {
            return "have its " + reason.substring(reason.indexOf(GRANT)) + " run by an administrator";
        }
        if (reason.endsWith("not BEGIN ATOMIC")) {
            return "a function in SQL with the body BEGIN ATOMIC … END can be looked into";
        }
        return "";
    }
}
