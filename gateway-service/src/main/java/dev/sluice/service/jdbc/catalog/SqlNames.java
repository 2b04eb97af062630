package dev.sluice.service.jdbc.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes names as statements of one database need them: quoted only where they mean something else otherwise. Immutable. */
final class SqlNames {

    private final String quote;
    private final boolean upper;
    private final Pattern plain;
    private final Set<String> keywords;

    SqlNames(DatabaseMetaData metadata) throws SQLException {
        quote = metadata.getIdentifierQuoteString();
        upper = metadata.storesUpperCaseIdentifiers();
        plain = Pattern.compile(
                upper
                        ? "[A-Z][A-Z0-9_]*"
                        : metadata.storesLowerCaseIdentifiers() ? "[a-z][a-z0-9_]*" : "[A-Za-z][A-Za-z0-9_]*");
        keywords = standard();
        // A driver lists what is reserved beside the standard's words.
        keywords.addAll(
                List.of(metadata.getSQLKeywords().toUpperCase(Locale.ROOT).split("[, ]+")));
    }

    private static Set<String> standard() {
        try (InputStream words = SqlNames.class.getResourceAsStream("reserved-words.txt")) {
            return new HashSet<>(List.of(new String(words.readAllBytes(), StandardCharsets.US_ASCII).split("\\s+")));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a name of the catalog as a statement needs it. */
    String written(String name) {
        if (plain.matcher(name).matches() && !keywords.contains(name.toUpperCase(Locale.ROOT))) {
            return upper ? name.toLowerCase(Locale.ROOT) : name;
        }
        return quoted(name);
    }

    private String quoted(String name) {
        return quote + name.replace(quote, quote + quote) + quote;
    }
}
