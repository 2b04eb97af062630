package dev.sluice.service.rest.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP request, without the credentials.
 *
 * @param headers those of the contract, {@code Accept} and {@code Content-Type}
 * @param items what it asks, by their place in the list that the contract was given
 */
public record HttpAsk(
        String method, URI uri, Map<String, String> headers, Optional<byte[]> body, List<Integer> items) {}
