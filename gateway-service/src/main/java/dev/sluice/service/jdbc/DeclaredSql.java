package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.yaml.Section.Finding;
import dev.sluice.service.jdbc.connect.Product;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import java.util.List;
import java.util.Optional;

/** Parses the SQL of declared lookups and statements without a database. */
public final class DeclaredSql {

    private DeclaredSql() {}

    /** The declaration is invalid. */
    static final class WrongDeclarationException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;
        private final String key;

        WrongDeclarationException(String key, String message) {
            super(message);
            this.key = key;
        }

        /** Returns the configuration key that is wrong. */
        String key() {
            return key;
        }
    }

    /**
     * Returns the faults of a declaration, if it has any.
     *
     * @param database the declaration's database; if it is not known, the SQL is parsed as standard SQL
     */
    public static List<Finding> review(Declaration declaration, Optional<DatabaseConfig> database) {
        try {
            read(declaration, database.map(Product::of).orElse(Product.OTHER));
            return List.of();
        } catch (final WrongDeclarationException e) {
            return List.of(new Finding(e.key(), e.getMessage()));
        }
    }

    /**
     * Parses the SQL text of a declaration.
     *
     * @throws WrongDeclarationException if the text is not one statement, if a lookup declares an update, or if the number of
     *     declared types is not the number of parameters
     */
    public static SqlText read(Declaration declaration, Product product) {
        final SqlText text = parse(declaration, product);
        final int parameters = text.parameters();
        declaration.types().filter(types -> types.size() != parameters).ifPresent(types -> {
            throw new WrongDeclarationException(
                    "types",
                    "the statement has " + parameters + " parameter" + (parameters == 1 ? "" : "s") + ", but types has "
                            + types.size());
        });
        return text;
    }

    /** Whether a declaration writes; false for an invalid declaration, whose faults are reported elsewhere. */
    public static boolean writes(Declaration declaration, Product product) {
        try {
            return Statements.update(read(declaration, product));
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    private static SqlText parse(Declaration declaration, Product product) {
        try {
            Statements.refuseOwnTables(declaration.sql());
            final SqlText text = SqlText.parse(declaration.sql(), product.syntax());
            final boolean update = Statements.update(text);
            product.refuseState(text);
            if (update && declaration.lookup()) {
                throw new IllegalArgumentException("a lookup only reads; declare SQL that writes under statements");
            }
            return text;
        } catch (final IllegalArgumentException e) {
            throw new WrongDeclarationException("sql", e.getMessage());
        }
    }
}
