package dev.sluice.service.jdbc.proof;

import java.util.BitSet;

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
