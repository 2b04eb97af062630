package dev.sluice.service.admin.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The last hour of one or two numbers as a drawing in SVG, which needs no script and takes the page's colours.
 *
 * @param title the heading
 * @param shown a value as text
 * @param series the numbers, each with its name; one below 0 is not known
 */
record Chart(String title, Function<Double, String> shown, List<Series> series) {

    private static final int WIDTH = 360;
    private static final int HEIGHT = 96;
    /** Points of a line: each is the largest value of its stretch of time, so that no peak is lost. */
    private static final int POINTS = 180;

    /** The length that is drawn: the shortest of these that holds all samples. */
    private static final int[] SPANS = {
        300 / Recorder.STEP_SECONDS, 900 / Recorder.STEP_SECONDS, 3600 / Recorder.STEP_SECONDS
    };

    /** A number of a sample. */
    record Series(String name, ToDoubleFunction<Sample> value) {}

    /** The figure with its heading and, for those who do not see it, what it shows in words. */
    void write(Html html, List<Sample> samples) {
        final double most =
                Math.max(samples.stream().mapToDouble(this::most).max().orElse(0), Double.MIN_NORMAL);
        final String words = words(samples);
        html.raw("<figure><figcaption>")
                .element("b", title)
                .raw(" ")
                .text(words)
                .raw("</figcaption>");
        html.raw("<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT
                        + "\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
                .text(title + ", " + span(samples) + ": " + words)
                .raw("\"><path class=\"axis\" d=\"M0 " + (HEIGHT - 1) + "H" + WIDTH + "\"/>");
        for (int i = 0; i < series.size(); i++) {
            html.raw("<path class=\"line s" + i + "\" d=\"" + path(series.get(i), samples, most) + "\"/>");
        }
        html.raw("</svg></figure>");
    }

    private double most(Sample sample) {
        return series.stream()
                .mapToDouble(its -> its.value().applyAsDouble(sample))
                .max()
                .orElse(0);
    }

    private String words(List<Sample> samples) {
        final List<String> words = new ArrayList<>();
        for (final Series its : series) {
            final Optional<Double> last = samples.isEmpty()
                    ? Optional.empty()
                    : Optional.of(its.value().applyAsDouble(samples.get(samples.size() - 1)));
            final double most = samples.stream().mapToDouble(its.value()).max().orElse(0);
            words.add((series.size() > 1 ? its.name() + " " : "")
                    + last.filter(value -> value >= 0)
                            .map(value -> shown.apply(value) + ", at most " + shown.apply(most))
                            .orElse("not known yet"));
        }
        return String.join("; ", words);
    }

    private static int span(int samples) {
        return Arrays.stream(SPANS).filter(span -> span >= samples).findFirst().orElse(SPANS[SPANS.length - 1]);
    }

    /** How much of the hour there is, in words. */
    static String span(List<Sample> samples) {
        return "the last " + span(samples.size()) * Recorder.STEP_SECONDS / 60 + " minutes";
    }

    private static String path(Series series, List<Sample> samples, double most) {
        final StringBuilder path = new StringBuilder();
        final int span = span(samples.size());
        final int stretch = Math.max(1, span / POINTS);
        boolean drawn = false;
        for (int from = 0; from < samples.size(); from += stretch) {
            final double value = samples.subList(from, Math.min(samples.size(), from + stretch)).stream()
                    .mapToDouble(series.value())
                    .max()
                    .orElse(-1);
            if (value >= 0) {
                final double x = (double) WIDTH * (span - samples.size() + from) / (span - 1);
                final double y = HEIGHT - 2 - (HEIGHT - 6) * value / most;
                // the first is seen also while there is no other
                path.append(String.format(Locale.ROOT, drawn ? "L%.1f %.1f" : "M%.1f %.1fh-5h5", x, y));
            }
            drawn = value >= 0;
        }
        return path.toString();
    }
}
