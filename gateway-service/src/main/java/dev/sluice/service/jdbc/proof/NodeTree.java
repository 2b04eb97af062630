package dev.sluice.service.jdbc.proof;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code pg_node_tree}: a query or an expression as PostgreSQL's parser understood it, with the numbers of all that it
 * refers to. Texts in it have their spaces escaped, so that none can look like a field.
 */
record NodeTree(String text) {

    private static final Pattern FUNCTION = Pattern.compile(":\\w*(?:funcid|fnoid|handler) (\\d+)");
    private static final Pattern OPERATOR = Pattern.compile(":(?:opno|eqop|sortop) (\\d+)");
    private static final Pattern TYPE = Pattern.compile(":\\w*type (\\d+)");
    private static final Pattern RELATION = Pattern.compile(":relid (\\d+)");

    /** Beside the table since PostgreSQL 16, in its entry before. */
    private static final Pattern PERMISSIONS =
            Pattern.compile(":relid (\\d+)[^{}]*? :requiredPerms (\\d+)[^{}]*? :updatedCols \\(b([ \\d]*)\\)");

    /** The columns xmin, cmin, xmax and cmax: which transaction changed a row. */
    private static final Pattern CHANGED_BY = Pattern.compile(":varattno -[2-5] ");

    private static final int INSERT = 1;
    private static final int DELETE = 8;

    /** Columns are counted from the system's, of which there are so many. */
    private static final int COLUMNS_FROM = 7;

    /** Takes numbers. */
    interface Numbers {
        void take(long number);
    }

    /** Takes the uses of tables. */
    interface Uses {
        void take(long relation, Use use);
    }

    void functions(Numbers taker) {
        each(FUNCTION, taker);
    }

    void operators(Numbers taker) {
        each(OPERATOR, taker);
    }

    void types(Numbers taker) {
        each(TYPE, taker);
    }

    /** The tables and views that are used, each as often as it appears. */
    void relations(Uses taker) {
        final boolean defaults = text.contains("{SETTODEFAULT ");
        each(RELATION, relation -> taker.take(relation, Use.READ));
        final Matcher found = PERMISSIONS.matcher(text);
        while (found.find()) {
            final int permissions = Integer.parseInt(found.group(2));
            final BitSet updated = columns(found.group(3));
            final boolean insert = (permissions & INSERT) != 0;
            final boolean delete = (permissions & DELETE) != 0;
            taker.take(
                    Long.parseLong(found.group(1)),
                    new Use(insert, delete, updated, insert || defaults && !updated.isEmpty()));
        }
    }

    /** Whether it asks which transaction changed a row. */
    boolean readsChangedBy() {
        return CHANGED_BY.matcher(text).find();
    }

    /** Whether it locks the rows that it reads. */
    boolean locks() {
        return text.contains("{ROWMARKCLAUSE ");
    }

    private void each(Pattern pattern, Numbers taker) {
        final Matcher found = pattern.matcher(text);
        while (found.find()) {
            taker.take(Long.parseLong(found.group(1)));
        }
    }

    private static BitSet columns(String numbers) {
        final BitSet columns = new BitSet();
        for (final String number : numbers.strip().split(" ")) {
            if (!number.isEmpty()) {
                columns.set(Math.max(0, Integer.parseInt(number) - COLUMNS_FROM));
            }
        }
        return columns;
    }
}
