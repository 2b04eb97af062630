package dev.sluice.service;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.text.Plural;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.yaml.Format;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The log line that says what a gateway serves and where in the queues it continues. */
final class StartLine {

    private StartLine() {}

    /**
     * @param lastAnswered the position of the request answered last; empty if there is none
     * @param results the number of results in the output
     * @param changed the changed declarations for which requests wait; empty if there are none
     */
    static String of(GatewayConfig config, Optional<String> lastAnswered, long results, String changed) {
        return config.name() + ": serves lookups " + names(config.lookups().keySet()) + " and statements "
                + names(config.statements().keySet()) + " of "
                + config.databases().keySet().stream().sorted().collect(Collectors.joining(", ", "databases [", "]"))
                + adHoc(config) + services(config.rest()) + " from "
                + config.queues().address() + ", chunks of up to "
                + config.chunk().limit() + callsInFlight(config) + "; "
                + lastAnswered
                        .map(position -> "goes on after request " + position + ", "
                                + Plural.of(results, "result is", "results are") + " there")
                        .orElse("starts at the first request")
                + durability(config) + atLeastOnce(config) + undeclared(config) + believed(config)
                + (changed.isEmpty() ? "" : "; declarations have changed with requests waiting for them: " + changed);
    }

    /** Returns the maximum number of calls in flight at each backend. */
    private static String callsInFlight(GatewayConfig config) {
        final Map<String, Integer> calls = new TreeMap<>();
        config.databases()
                .keySet()
                .forEach(name -> calls.put(name, config.chunk().callsInFlight()));
        config.rest().services().forEach((name, service) -> calls.put(name, service.callsInFlight()));
        return calls.entrySet().stream()
                .map(one -> one.getValue() + " at " + one.getKey())
                .collect(Collectors.joining(", ", ", calls in flight: ", ""));
    }

    private static String adHoc(GatewayConfig config) {
        return config.adHocDatabase().isPresent() ? " and ad hoc SQL" : "";
    }

    private static String services(RestConfig rest) {
        return rest.services().isEmpty()
                ? ""
                : ", lookups " + names(rest.lookups().keySet()) + " and endpoints "
                        + names(rest.endpoints().keySet()) + " of services "
                        + names(rest.services().keySet());
    }

    private static String durability(GatewayConfig config) {
        if (!Format.isPath(config.queues().address())) {
            return ""; // sync is about files
        }
        return config.queues().sync() == SyncMode.CHUNK
                ? "; sync chunk: results survive a power cut"
                : "; sync none: survives a crash of a process, not a power cut";
    }

    /** Returns the databases in which updates may run again after a crash; events may always be sent again. */
    private static String atLeastOnce(GatewayConfig config) {
        final List<String> names =
                names(config.databases(), database -> database.updates() == UpdateGuarantee.AT_LEAST_ONCE);
        final String events = config.rest().endpoints().isEmpty() ? "" : "; events are sent at-least-once";
        return (names.isEmpty() ? "" : "; updates are at-least-once in " + names(names)) + events;
    }

    /** Returns the endpoints that do not declare their writes; every later read waits for their events. */
    private static String undeclared(GatewayConfig config) {
        final List<String> names =
                names(config.rest().endpoints(), endpoint -> endpoint.writes().isEmpty());
        return names.isEmpty() ? "" : "; events without declared writes hold up every later read: " + names(names);
    }

    /** Returns the declarations with {@code trust}; they are named because a wrong assertion may change results. */
    private static String believed(GatewayConfig config) {
        final Set<String> names = new TreeSet<>();
        Stream.of(config.lookups(), config.statements())
                .flatMap(declarations -> declarations.values().stream())
                .forEach(declaration -> declaration
                        .trust()
                        .forEach(trust -> names.add(
                                declaration.name() + " (" + trust.name().toLowerCase(Locale.ROOT) + ")")));
        return names.isEmpty() ? "" : "; assumed because of trust: " + names;
    }

    private static <T> List<String> names(Map<String, T> all, Predicate<T> which) {
        return all.keySet().stream().filter(name -> which.test(all.get(name))).toList();
    }

    private static String names(Collection<String> names) {
        return new TreeSet<>(names).toString();
    }
}
