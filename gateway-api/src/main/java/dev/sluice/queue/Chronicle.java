package dev.sluice.queue;

/** Settings of Chronicle that are system properties, read when its classes are loaded. */
public final class Chronicle {

    private Chronicle() {}

    /**
     * No banner on the user's console, and no call home: leaving its library out is not enough, the manifest of
     * Chronicle's own jar brings it back where it lies beside. Under {@code -ea} it would also remember every file it ever
     * opened, and look through them all at each opening. What the user has set stays.
     */
    public static void quiet() {
        setDefault("chronicle.announcer.disable");
        setDefault("chronicle.analytics.disable");
        setDefault("disable.ctl.orphan.tracking");
    }

    private static void setDefault(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }
}
