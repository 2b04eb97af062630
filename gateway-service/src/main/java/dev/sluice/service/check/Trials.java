package dev.sluice.service.check;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.rest.ServiceTrial;
import java.io.PrintWriter;
import java.util.List;

/** What {@code --try} asks for: keys of lookups, in chunks and alone. */
final class Trials {

    private static final String HEADING = "Trial of ";

    private Trials() {}

    /** Returns whether chunks gave what single requests do. */
    static boolean print(GatewayConfig config, List<String> trials, PrintWriter out) {
        boolean same = true;
        for (final String trial : trials) {
            out.println();
            out.flush(); // it may take some seconds
            try {
                same &= print(config, trial, out);
            } catch (final IllegalArgumentException e) {
                out.println(HEADING + trial + ": " + e.getMessage());
                same = false;
            }
        }
        return same;
    }

    private static boolean print(GatewayConfig config, String trial, PrintWriter out) {
        final int equals = trial.indexOf('=');
        final String name = equals < 0 ? trial : trial.substring(0, equals);
        if (equals < 0 || !config.rest().lookups().containsKey(name)) {
            throw new IllegalArgumentException(
                    equals < 0
                            ? "expected a lookup and its keys, such as customer=1,2,3"
                            : "there is no lookup '" + name + "' behind a service; there are "
                                    + String.join(", ", config.rest().lookups().keySet()));
        }
        final List<String> keys = List.of(trial.substring(equals + 1).split(",")).stream()
                .map(String::strip)
                .distinct()
                .toList();
        final List<String> differences =
                ServiceTrial.differences(config, config.rest().lookups().get(name), keys);
        if (differences.isEmpty()) {
            out.println(HEADING + name + ": the chunk gives what the " + keys.size() + " single requests give");
            return true;
        }
        out.println(HEADING + name + ": the chunk gives something else than single requests, for " + differences.size()
                + " of " + keys.size() + " keys");
        differences.forEach(text -> out.println("  " + text));
        return false;
    }
}
