package dev.sluice.faults.soak.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The growth of a series after its first quarter, which is warm-up. The slope is the median of those between all pairs of points, which
 * a few wild ones do not move (Theil, 1950), and its interval is of 99 % by the ranks of these slopes (Sen, "Estimates of the regression
 * coefficient based on Kendall's tau", Journal of the American Statistical Association 63, 1968). The points are medians of windows:
 * neighbouring samples say nearly the same, and would make the interval too narrow.
 *
 * @param first the first point
 * @param last the last one
 * @param slope how much an hour adds
 * @param low the least that it may be
 * @param high the most
 * @param hours between the first and the last point
 */
public record Trend(double first, double last, double slope, double low, double high, double hours) {

    /** A value at a time, in hours since any. */
    public record Point(double hours, double value) {}

    private static final int WINDOWS = 18;
    /** With fewer points no interval of 99 % is narrower than all slopes there are. */
    private static final int FEWEST = 7;
    /** The standard deviations of a normal distribution that 99 % are within. */
    private static final double DEVIATIONS = 2.576;

    /** The trend of samples in the order of their times; empty where they are too few. */
    public static Optional<Trend> of(List<Point> samples) {
        final List<Point> points = windows(samples);
        final int count = points.size();
        if (count < FEWEST) {
            return Optional.empty();
        }
        final double[] slopes = IntStream.range(0, count)
                .boxed()
                .flatMap(later -> IntStream.range(0, later).mapToObj(earlier -> slope(points, earlier, later)))
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        final double width = DEVIATIONS * Math.sqrt(count * (count - 1) * (2 * count + 5) / 18.0);
        final int low = (int) Math.floor((slopes.length - width) / 2);
        final int high = (int) Math.ceil((slopes.length + width) / 2);
        final Point first = points.get(0);
        final Point last = points.get(count - 1);
        return Optional.of(new Trend(
                first.value(),
                last.value(),
                median(slopes),
                slopes[Math.max(0, low - 1)],
                slopes[Math.min(slopes.length - 1, high)],
                last.hours() - first.hours()));
    }

    private static double slope(List<Point> points, int earlier, int later) {
        final Point from = points.get(earlier);
        final Point to = points.get(later);
        return (to.value() - from.value()) / (to.hours() - from.hours());
    }

    private static List<Point> windows(List<Point> samples) {
        if (samples.isEmpty()) {
            return List.of();
        }
        final double begin = samples.get(0).hours();
        final double end = samples.get(samples.size() - 1).hours();
        final double warm = begin + (end - begin) / 4;
        final double width = (end - warm) / WINDOWS;
        return IntStream.range(0, WINDOWS)
                .mapToObj(window -> samples.stream()
                        .filter(sample -> sample.hours() >= warm)
                        .filter(sample -> Math.min(WINDOWS - 1, (int) ((sample.hours() - warm) / width)) == window)
                        .toList())
                .filter(window -> !window.isEmpty())
                .map(window -> new Point(
                        window.stream().mapToDouble(Point::hours).average().orElseThrow(),
                        median(window.stream()
                                .mapToDouble(Point::value)
                                .sorted()
                                .toArray())))
                .toList();
    }

    private static double median(double[] sorted) {
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }
}
