package dev.sluice.service.jdbc.proof;

import java.util.BitSet;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@code pg_node_tree}: a query or an expression as PostgreSQL's parser understood it, with the numbers of all that it
 * refers to. Texts in it have their spaces escaped, so that none can look like a field.
 */
record NodeTree(String text) {

    private static final Pattern FUNCTION = Pattern.compile(":\\w*(?:funcid|fnoid|handler) (\\d+)");
    private static final Pattern OPERATOR = Pattern.compile(":(?:opno|eqop|sortop) (\\d+)");
    private static final Pattern TYPE = Pattern.compile(":\\w*(?:type|typid) (\\d+)");
    private static final Pattern TYPES = Pattern.compile(":\\w*types \\(o ([ \\d]+)\\)");
    private static final Pattern RELATION = Pattern.compile(":relid (\\d+)");

    /** Beside the table since PostgreSQL 16, in its entry before. */
    private static final Pattern PERMISSIONS =
            Pattern.compile(":relid (\\d+)[^{}]*? :requiredPerms (\\d+)[^{}]*? :updatedCols \\(b([ \\d]*)\\)");

    /** The columns xmin, cmin, xmax and cmax: which transaction changed a row. */
    private static final Pattern CHANGED_BY = Pattern.compile(":varattno -[2-5] ");

    private static final String COMMAND = " :utilityStmt ";
    private static final String NO_COMMAND = COMMAND + "<>";

    private static final int INSERT = 1;
    private static final int DELETE = 8;

    /** Columns are counted from the system's, of which there are so many. */
    private static final int COLUMNS_FROM = 7;

    void functions(LongConsumer taker) {
        each(FUNCTION, taker);
    }

    void operators(LongConsumer taker) {
        each(OPERATOR, taker);
    }

    void types(LongConsumer taker) {
        each(TYPE, taker);
        final Matcher lists = TYPES.matcher(text);
        while (lists.find()) {
            Stream.of(lists.group(1).strip().split(" +"))
                    .mapToLong(Long::parseLong)
                    .forEach(taker);
        }
    }

    /** The tables and views that are used, each as often as it appears. */
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

    /** Whether it asks which transaction changed a row. */
    boolean readsChangedBy() {
        return CHANGED_BY.matcher(text).find();
    }

    /** Whether it is no query, insert, update, delete or merge, of which all is in the tree. */
    boolean command() {
        return !text.regionMatches(Math.max(0, text.indexOf(COMMAND)), NO_COMMAND, 0, NO_COMMAND.length());
    }

    /** Whether it locks the rows that it reads. */
    boolean locks() {
        return text.contains("{ROWMARKCLAUSE ");
    }

    private void each(Pattern pattern, LongConsumer taker) {
        final Matcher found = pattern.matcher(text);
        while (found.find()) {
            taker.accept(Long.parseLong(found.group(1)));
        }
    }

    /**
     * The columns of numbers with spaces between them.
     *
     * @param before so many numbers come before that of the first column
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
     * The use of a table. Not changed after it was made.
     *
     * @param updated the numbers of the columns that are updated; {@link #EVERY_COLUMN} where that is not known
     * @param defaults whether defaults of its columns may be evaluated
     */
    record Use(boolean insert, boolean delete, BitSet updated, boolean defaults) {

        /** PostgreSQL's most columns of a table, and one more. */
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

        /** Whether it evaluates what belongs to each row that is written: checks, generated columns, indexes. */
        boolean makesRows() {
            return insert || update();
        }

        boolean updates(BitSet columns) {
            return updated.intersects(columns);
        }

        /** This use and another one. */
        Use and(Use other) {
            final BitSet both = (BitSet) updated.clone();
            both.or(other.updated);
            return new Use(insert || other.insert, delete || other.delete, both, defaults || other.defaults);
        }

        /** The use of what is below: a view's tables, a table's heirs and partitions, whose columns have other numbers. */
        Use below(boolean moves) {
            return update() ? new Use(insert || moves, delete || moves, EVERY_COLUMN, defaults) : this;
        }
    }
}
