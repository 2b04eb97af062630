package dev.sluice.faults.kill;

/** What can stand behind the gateway. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL with fsync"),
    HSQLDB("HSQLDB on files with WRITE DELAY FALSE");

    private final String text;

    DatabaseKind(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
