package dev.sluice.service.jdbc.sql;

import java.util.Locale;

/** The names that a chunked form adds around the user's statement; none of them occurs in it. */
public record Names(String prefix) {

    public static Names outside(SqlText query) {
        final String text = query.sql().toLowerCase(Locale.ROOT);
        String prefix = "sluice";
        while (text.contains(prefix)) {
            prefix += "x";
        }
        return new Names(prefix);
    }

    /** The table of items. */
    public String items() {
        return prefix + "_k";
    }

    /** Its column with the item's number. */
    public String number() {
        return prefix + "_ord";
    }

    /** The column of a parameter, numbered from 0. */
    public String column(int parameter) {
        return prefix + "_p" + parameter;
    }

    /** The table of what one item is answered. */
    public String answer() {
        return prefix + "_q";
    }

    /** The names of the parameters' columns, each behind a comma. */
    public String columns(int parameters) {
        final StringBuilder out = new StringBuilder();
        for (int i = 0; i < parameters; i++) {
            out.append(", ").append(column(i));
        }
        return out.toString();
    }

    /** The user's statement beside the table of items; its last line may be a comment. */
    public String lateral(SqlText query) {
        return "LATERAL (" + query.sql(i -> items() + "." + column(i)) + "\n) AS " + answer();
    }
}
