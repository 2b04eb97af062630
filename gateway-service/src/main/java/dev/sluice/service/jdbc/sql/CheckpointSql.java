package dev.sluice.service.jdbc.sql;

/**
 * What is said to the checkpoint's tables. They are named with their schema: a trigger of the user's may have changed where
 * names are looked for.
 */
public final class CheckpointSql {

    public static final String CHECKPOINT = "sluice_checkpoint";
    public static final String OUTCOME = "sluice_outcome";

    private static final String MINE = " WHERE gateway = ? AND database_name = ?";

    public final String lock;
    public final String read;
    public final String others;
    public final String insert;
    public final String replace;
    public final String advance;
    public final String advanceAndPrune;
    public final String prune;
    public final String keep;
    public final String kept;
    public final String forget;

    /** @param schema what stands before the tables' names, with its dot; may be empty */
    public CheckpointSql(String schema) {
        final String checkpoint = schema + CHECKPOINT;
        final String outcome = schema + OUTCOME;
        lock = "UPDATE " + checkpoint + " SET epoch = epoch + 1" + MINE;
        read = "SELECT queue_id, last_index, pruned_index, epoch, holder FROM " + checkpoint + MINE;
        others = "SELECT gateway, database_name FROM " + checkpoint
                + " WHERE NOT (gateway = ? AND database_name = ?) AND queue_id = ? AND last_index > ?"
                + " ORDER BY gateway, database_name";
        insert = "INSERT INTO " + checkpoint
                + " (queue_id, last_index, pruned_index, epoch, holder, gateway, database_name)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        replace = "UPDATE " + checkpoint + " SET queue_id = ?, last_index = ?, pruned_index = ?, epoch = ?, holder = ?"
                + MINE;
        advance = "UPDATE " + checkpoint + " SET last_index = ?" + MINE + " AND epoch = ?";
        advanceAndPrune = "UPDATE " + checkpoint + " SET last_index = ?, pruned_index = ?" + MINE + " AND epoch = ?";
        prune = "DELETE FROM " + outcome + MINE + " AND last_index <= ?";
        keep = "INSERT INTO " + outcome + " (gateway, database_name, last_index, outcomes) VALUES (?, ?, ?, ?)";
        kept = "SELECT outcomes FROM " + outcome + MINE + " ORDER BY last_index";
        forget = "DELETE FROM " + outcome + MINE;
    }
}
