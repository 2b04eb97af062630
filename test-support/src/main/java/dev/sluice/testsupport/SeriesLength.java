package dev.sluice.testsupport;

/** How long a random test or a series of kills is: short in each build, long in one with {@code -Pnightly}. */
public final class SeriesLength {

    private SeriesLength() {}

    /**
     * The system property's value, if it is set; otherwise the length that fits the build.
     *
     * @param property what a person sets to choose a length
     * @param eachBuild the length in each build
     * @param nightly the length before an issue is resolved
     */
    public static int of(String property, int eachBuild, int nightly) {
        return Integer.getInteger(property, isNightly() ? nightly : eachBuild);
    }

    /** Whether this build is one with {@code -Pnightly}. */
    public static boolean isNightly() {
        return Boolean.getBoolean("sluice.nightly");
    }
}
