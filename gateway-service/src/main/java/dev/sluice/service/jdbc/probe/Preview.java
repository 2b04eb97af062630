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
 * How requests of one statement will be executed.
 *
 * @param footprint the footprint that the catalog proves
 * @param transaction whether its updates share transactions; empty for a statement that only reads
 * @param surroundings for updates that share transactions, values that depend on the transaction: numbers of sequences, and the
 *     time of the transaction
 * @param chunk the form for several requests
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
     * The description of one property of a statement.
     *
     * @param what the property, in a few words
     * @param why the reason why the property is not better; empty if there is nothing better
     * @param mend advice that improves the property; empty if there is no advice, or none is needed
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

    /**
     * Returns a description of the tables that are not declared, although the database's catalog proves that the statement
     * touches them; empty if there are none.
     */
    Optional<String> beyondDeclared(DatabaseIdentity database) {
        return new DeclaredTables(declaration.reads(), declaration.writes()).lacks(footprint, update(), database);
    }

    /** Returns the statement's kind and name, for people. */
    String called() {
        return declaration.lookup()
                ? "lookup " + declaration.name()
                : declaration.isAdHoc() ? "ad hoc SQL" : "statement " + declaration.name();
    }

    /** Returns the form in one line: the form of its chunks, or single with the reason. */
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
