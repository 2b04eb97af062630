package dev.sluice.service.rest.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP request, without the credentials.
 *
 * @param headers the headers of the contract, including {@code Accept} and {@code Content-Type}
 * @param items the items in this request, as indexes into the list that was passed to the contract
 */
public record HttpAsk(
        String method, URI uri, Map<String, String> headers, Optional<byte[]> body, List<Integer> items) {}
