package dev.sluice.testsupport;

/**
 * How long a random test or a series of kills is: a quarter in {@code mvn verify} and on the build machine, whole with
 * {@code -Dsluice.series=whole}, and longer with {@code -Pnightly}. Such a test has the tag {@code series}.
 */
public final class SeriesLength {

    private static final String BUILD = System.getProperty("sluice.series", "quarter");

    private SeriesLength() {}

    /**
     * The system property's value, if it is set; otherwise the length that fits the build.
     *
     * @param property what a person sets to choose a length
     * @param whole the length of an evening
     * @param nightly the length before an issue is resolved
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

    /** Whether this build is one with {@code -Pnightly}. */
    public static boolean isNightly() {
        return BUILD.equals("nightly");
    }
}
