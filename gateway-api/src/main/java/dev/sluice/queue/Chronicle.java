package dev.sluice.queue;

/** Settings of Chronicle that are system properties and read when its classes are. */
final class Chronicle {

    private Chronicle() {}

    /** No banner on the user's console; what the user has set stays. */
    static void quiet() {
        if (System.getProperty("chronicle.announcer.disable") == null) {
            System.setProperty("chronicle.announcer.disable", "true");
        }
    }
}
