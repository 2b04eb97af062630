package dev.sluice.service.jdbc.proof;

import java.util.BitSet;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@code pg_node_tree}: a query or an expression in the form that PostgreSQL's parser produces, with the numbers (OIDs) of all
 * objects that it refers to. Spaces in its strings are escaped, so that no string can look like a field.
 */
record NodeTree(String text) {

    private static final Pattern FUNCTION = Pattern.compile(":\\w*(?:funcid|fnoid|handler) (\\d+)");
    private static final Pattern OPERATOR = Pattern.compile(":(?:opno|eqop|sortop) (\\d+)");
    private static final Pattern OPERATORS = Pattern.compile(":opnos \\(o ([ \\d]+)\\)");
    private static final Pattern TYPE = Pattern.compile(":\\w*(?:type|typid) (\\d+)");
    private static final Pattern TYPES = Pattern.compile(":\\w*types \\(o ([ \\d]+)\\)");
    private static final Pattern RELATION = Pattern.compile(":relid (\\d+)");

    /**
     * The permissions on a table. Since PostgreSQL 16 they are an entry of their own, in earlier releases a part of the table's
     * entry.
     */
    private static final Pattern PERMISSIONS =
            Pattern.compile(":relid (\\d+)[^{}]*? :requiredPerms (\\d+)[^{}]*? :updatedCols \\(b([ \\d]*)\\)");

    /** The columns xmin, cmin, xmax and cmax, which show the transaction that changed a row. */
    private static final Pattern CHANGED_BY = Pattern.compile(":varattno -[2-5] ");

    private static final String COMMAND = " :utilityStmt ";
    private static final String NO_COMMAND = COMMAND + "<>";

    private static final int INSERT = 1;
    private static final int DELETE = 8;

    /** The number that PostgreSQL adds to column numbers, because the system's columns have negative numbers. */
    private static final int COLUMNS_FROM = 7;

    void functions(LongConsumer taker) {
        each(FUNCTION, taker);
    }

    void operators(LongConsumer taker) {
        each(OPERATOR, taker);
        lists(OPERATORS, taker);
    }

    void types(LongConsumer taker) {
        each(TYPE, taker);
        lists(TYPES, taker);
    }

    /** Passes each table and view of the query, with its use, to the taker: once for each appearance in the query. */
    void relations(BiConsumer<Long, Use> taker) {
        final boolean defaults = text.contains("{SETTODEFAULT ");
        each(RELATION, relation -> taker.accept(relation, Use.READ));
        final Matcher found = PERMISSIONS.matcher(text);
        while (found.find()) {
            final int permissions = Integer.parseInt(found.group(2));
            final BitSet updated = columns(found.group(3), COLUMNS_FROM);
            final boolean insert = (permissions & INSERT) != 0;
            final boolean delete = (permissions & DELETE) != 0;
            taker.accept(
                    Long.parseLong(found.group(1)),
                    new Use(insert, delete, updated, insert || defaults && !updated.isEmpty()));
        }
    }

    /** Whether the query reads which transaction changed a row. */
    boolean readsChangedBy() {
        return CHANGED_BY.matcher(text).find();
    }

    /**
     * Whether it is a utility command and not a query, insert, update, delete or merge. The tree of a command does not show what
     * it touches.
     */
    boolean command() {
        return !text.regionMatches(Math.max(0, text.indexOf(COMMAND)), NO_COMMAND, 0, NO_COMMAND.length());
    }

    /** Whether the query locks the rows that it reads. */
    boolean locks() {
        return text.contains("{ROWMARKCLAUSE ");
    }

    private void each(Pattern pattern, LongConsumer taker) {
        final Matcher found = pattern.matcher(text);
        while (found.find()) {
            taker.accept(Long.parseLong(found.group(1)));
        }
    }

    private void lists(Pattern pattern, LongConsumer taker) {
        final Matcher found = pattern.matcher(text);
        while (found.find()) {
            Stream.of(found.group(1).strip().split(" +"))
                    .mapToLong(Long::parseLong)
                    .forEach(taker);
        }
    }

    /**
     * Reads column numbers that are separated by spaces.
     *
     * @param before the number to subtract from each column number
     */
    static BitSet columns(String numbers, int before) {
        final BitSet columns = new BitSet();
        for (final String number : numbers.strip().split(" ")) {
            if (!number.isEmpty()) {
                columns.set(Math.max(0, Integer.parseInt(number) - before));
            }
        }
        return columns;
    }

    /**
     * The use of a table. Immutable by convention.
     *
     * @param updated the numbers of the updated columns; {@link #EVERY_COLUMN} if they are unknown
     * @param defaults whether defaults of its columns may be evaluated
     */
    record Use(boolean insert, boolean delete, BitSet updated, boolean defaults) {

        /** One more than PostgreSQL's maximum number of columns of a table. */
        private static final int COLUMNS = 1601;

        static final BitSet EVERY_COLUMN = new BitSet(COLUMNS);
        static final BitSet NO_COLUMN = new BitSet(0);
        static final Use READ = new Use(false, false, NO_COLUMN, false);

        static {
            EVERY_COLUMN.set(0, COLUMNS);
        }

        boolean update() {
            return !updated.isEmpty();
        }

        boolean writes() {
            return insert || delete || update();
        }

        /** Whether the statement writes new versions of rows; then checks, generated columns and indexes are evaluated. */
        boolean makesRows() {
            return insert || update();
        }

        boolean updates(BitSet columns) {
            return updated.intersects(columns);
        }

        /** Returns the union of two uses. */
        Use and(Use other) {
            final BitSet both = (BitSet) updated.clone();
            both.or(other.updated);
            return new Use(insert || other.insert, delete || other.delete, both, defaults || other.defaults);
        }

        /**
         * Returns the resulting use of an underlying table: a table of a view, an heir (a table that inherits) or a partition.
         * The columns there have other numbers, so an update counts as an update of every column.
         *
         * @param moves whether an update may move a row from one table to another
         */
        Use below(boolean moves) {
            return update() ? new Use(insert || moves, delete || moves, EVERY_COLUMN, defaults) : this;
        }
    }
}
