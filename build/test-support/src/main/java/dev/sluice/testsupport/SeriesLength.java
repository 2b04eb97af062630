package dev.sluice.testsupport;

/**
 * The length of random tests and of series of kills. These tests have the tag {@code series}. In {@code mvn verify} and on the
 * build machine they run for a quarter of their whole length, with {@code -Dsluice.series=whole} for the whole length, and with
 * {@code -Pnightly} for longer.
 */
public final class SeriesLength {

    private static final String BUILD = System.getProperty("sluice.series", "quarter");

    private SeriesLength() {}

    /**
     * Returns the value of the given system property, or the length for this kind of build if the property is not set.
     *
     * @param property the system property with which a user can choose a length
     * @param whole the whole length, for a run in an evening
     * @param nightly the length for the nightly build, which must pass before an issue is resolved
     */
    public static int of(String property, int whole, int nightly) {
        return Integer.getInteger(
                property,
                switch (BUILD) {
                    case "nightly" -> nightly;
                    case "whole" -> whole;
                    default -> (whole + 3) / 4;
                });
    }

    /** Whether this build runs with {@code -Pnightly}. */
    public static boolean isNightly() {
        return BUILD.equals("nightly");
    }
}
