package dev.sluice.service.init;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Gives names of a database names in Java, each of them once. */
final class JavaNames {

    /** Methods that every object has: a record has no component, and an interface no lookup, of such a name. */
    private static final Set<String> OF_OBJECTS =
            Set.of("clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    /** Jobs take names of up to 63 characters; some are left for a number. */
    private static final int LONGEST = 59;

    private final Set<String> taken = new HashSet<>();

    /** Returns a name for a method or a component. The same letters in the same order, where that is possible. */
    String next(String name) {
        final String camel = camel(name);
        String free = camel;
        for (int number = 2; !taken.add(folded(free)); number++) {
            free = camel + "_" + number;
        }
        return SourceVersion.isKeyword(free) || OF_OBJECTS.contains(free) ? free + "_" : free;
    }

    private static String camel(String name) {
        final String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        final boolean oneCase = plain.equals(plain.toUpperCase(Locale.ROOT));
        final StringBuilder camel = new StringBuilder();
        for (final String word : plain.split("[^A-Za-z0-9]+")) {
            if (!word.isEmpty()) {
                final String cased = oneCase ? word.toLowerCase(Locale.ROOT) : word;
                camel.append(
                        camel.isEmpty()
                                ? cased.substring(0, 1).toLowerCase(Locale.ROOT)
                                : cased.substring(0, 1).toUpperCase(Locale.ROOT));
                camel.append(cased, 1, cased.length());
            }
        }
        final String whole = camel.isEmpty() ? "unnamed" : camel.substring(0, Math.min(camel.length(), LONGEST));
        return Character.isDigit(whole.charAt(0)) ? "n" + whole : whole;
    }

    /** Returns a name without what does not count when a record takes its columns. */
    static String folded(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the name of a class for a name that {@link #next} has given. */
    static String type(String name) {
        final String bare = name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
        return bare.substring(0, 1).toUpperCase(Locale.ROOT) + bare.substring(1);
    }
}
