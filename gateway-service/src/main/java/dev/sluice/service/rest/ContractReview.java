package dev.sluice.service.rest;

import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.RestConfig;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Finding;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.rest.answer.Limits;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the templates of lookups and endpoints without asking their services. */
public final class ContractReview {

    private static final Pattern KEY = Pattern.compile("(path|query|body|item|headers): (.*)", Pattern.DOTALL);

    private ContractReview() {}

    /** What is wrong with a lookup, if anything is. */
    public static List<Finding> of(RestConfig.Lookup lookup, ServiceConfig service, LimitsConfig limits) {
        return of(() ->
                Contracts.of(lookup, service, Secrets.NONE, new Limits(limits.resultRows(), limits.resultBytes())));
    }

    /** What is wrong with an endpoint, if anything is. */
    public static List<Finding> of(RestConfig.Endpoint endpoint, ServiceConfig service, LimitsConfig limits) {
        return of(() ->
                Contracts.of(endpoint, service, Secrets.NONE, new Limits(limits.resultRows(), limits.resultBytes())));
    }

    private static List<Finding> of(Runnable contract) {
        try {
            contract.run();
            return List.of();
        } catch (final IllegalArgumentException e) {
            final String said =
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            final Matcher key = KEY.matcher(said);
            return List.of(
                    key.matches()
                            ? new Finding("request." + key.group(1), key.group(2))
                            : new Finding("request", said));
        }
    }
}
