package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.jdbc.proof.DeclaredTables;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import java.util.List;
import java.util.Optional;

/**
 * The way in which requests of one statement will be asked.
 *
 * @param footprint what the catalog proves of it
 * @param transaction whether its updates share transactions; empty of a statement that only reads
 * @param surroundings what its updates take from their surroundings though they share transactions: numbers, the time
 * @param chunk the form of several requests
 */
record Preview(
        Declaration declaration,
        SqlText text,
        Footprint footprint,
        Optional<Property> transaction,
        List<String> surroundings,
        Property chunk) {

    static final String SINGLE = "single";
    static final String SHARED = "shared";

    /**
     * The words on one property of a statement.
     *
     * @param what in a few words
     * @param why why it is no better; empty if nothing is better
     * @param mend what makes it better; empty if nothing does, or nothing has to
     */
    record Property(String what, Optional<String> why, Optional<String> mend) {

        static Property good(String what) {
            return new Property(what, Optional.empty(), Optional.empty());
        }

        static Property because(String what, String why) {
            return new Property(what, Optional.of(why.strip().replaceAll("\\s*\\R\\s*", " ")), Optional.empty());
        }

        Property mendedBy(String how) {
            return new Property(what, why, Optional.of(how));
        }
    }

    boolean update() {
        return Statements.update(text);
    }

    Touched reads() {
        return Touched.of(declaration, footprint.reads(), declaration.reads());
    }

    Touched writes() {
        return update() ? Touched.of(declaration, footprint.writes(), declaration.writes()) : Touched.NOTHING;
    }

    /** The catalog's additions to the declaration, in words. */
    Optional<String> beyondDeclared(DatabaseIdentity database) {
        return new DeclaredTables(declaration.reads(), declaration.writes()).lacks(footprint, update(), database);
    }

    /** As a person names it. */
    String called() {
        return declaration.lookup()
                ? "lookup " + declaration.name()
                : declaration.name().isEmpty() ? "ad hoc SQL" : "statement " + declaration.name();
    }

    /** The form in a line: how it will be asked, or single and why. */
    String form() {
        final String single = chunk.what().equals(SINGLE) ? ": " + chunk.why().orElseThrow() : "";
        final String trusted = transaction
                .filter(verdict -> verdict.what().startsWith(SHARED))
                .flatMap(Property::why)
                .map(why -> ", " + why)
                .orElse("");
        final String asserted = single.isEmpty() && !update()
                ? chunk.why().map(why -> ", " + why).orElse("")
                : "";
        return chunk.what() + single + trusted + asserted;
    }
}
