package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.sluice.service.config.ContractConfig.Quoting;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.TemplateText.Part;
import dev.sluice.service.config.TemplateText.Placeholder;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a URL: literals of the configuration, and the items' own values, encoded. A piece with values is written for
 * each item. Immutable.
 */
final class UrlSlot {

    /** Encodes what the configuration wrote. */
    interface Encoding {
        String literal(String text) throws UnaskableException;
    }

    private final TemplateText text;
    /** Between two items, encoded. */
    private final String separator;
    /** What a value of several in one text must not hold, unless it is quoted; empty if an item stands for itself. */
    private final List<String> marks;

    private final Quoting quoted;
    private final boolean constant;

    private UrlSlot(TemplateText text, String separator, List<String> marks, Quoting quoted) {
        this.text = text;
        this.separator = separator;
        this.marks = marks;
        this.quoted = quoted;
        this.constant = !text.hasAny();
    }

    /** An item that stands for itself: encoded, its values cannot be mistaken for anything else. */
    static UrlSlot alone(TemplateText text, Encoding encoding, String separator) throws UnaskableException {
        return new UrlSlot(encoded(text, encoding), separator, List.of(), Quoting.NONE);
    }

    /**
     * Items in one text, which the service takes apart after it decoded it.
     *
     * @param quoted how values that are no numbers or flags are quoted
     */
    static UrlSlot joined(TemplateText text, Encoding encoding, String separator, Quoting quoted)
            throws UnaskableException {
        final List<String> marks = new ArrayList<>(List.of(separator));
        boolean afterValue = false;
        for (final Part part : text.parts()) {
            if (afterValue && part.placeholder().isEmpty()) {
                marks.add(part.literal());
            }
            afterValue |= part.placeholder().isPresent();
        }
        return new UrlSlot(encoded(text, encoding), encoding.literal(separator), List.copyOf(marks), quoted);
    }

    private static TemplateText encoded(TemplateText text, Encoding encoding) throws UnaskableException {
        final List<Part> encoded = new ArrayList<>();
        for (final Part part : text.parts()) {
            encoded.add(new Part(encoding.literal(part.literal()), part.placeholder()));
        }
        return new TemplateText(List.copyOf(encoded));
    }

    boolean isConstant() {
        return constant;
    }

    /** How long a URL becomes by it without items. */
    int fixedLength() {
        return constant
                ? text.parts().stream()
                        .mapToInt(part -> part.literal().length())
                        .sum()
                : 0;
    }

    /** How much longer an item makes a URL, at the most. */
    int lengthOf(RestItem item) throws UnaskableException {
        return constant ? 0 : of(item).length() + separator.length();
    }

    void write(List<RestItem> items, StringBuilder url) throws UnaskableException {
        if (constant) {
            text.parts().forEach(part -> url.append(part.literal()));
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            url.append(i == 0 ? "" : separator).append(of(items.get(i)));
        }
    }

    private String of(RestItem item) throws UnaskableException {
        return text.filled(placeholder -> PercentEncoding.data(value(item, placeholder)));
    }

    private String value(RestItem item, Placeholder placeholder) throws UnaskableException {
        final String value = item.text(placeholder);
        if (marks.isEmpty()) {
            return value;
        }
        if (quoted != Quoting.NONE) {
            return item.isWritten(placeholder) ? value : "\"" + escaped(value) + "\"";
        }
        if (value.isEmpty()) {
            throw new UnaskableException("a key is the empty text, which gets lost where keys are joined");
        }
        for (final String mark : marks) {
            if (!mark.isEmpty() && value.contains(mark)) {
                throw new UnaskableException("a key holds '" + mark + "', which separates joined keys");
            }
        }
        return value;
    }

    private String escaped(String value) {
        return quoted == Quoting.JSON
                ? new String(JsonStringEncoder.getInstance().quoteAsString(value))
                : value.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
