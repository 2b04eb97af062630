package dev.sluice.examples.letters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** Makes one GET for each lookup, over connections that are reused. Not thread-safe. */
public final class GetEach implements SingleLookups {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JsonMapper json = new JsonMapper();
    private final URI customers;
    private final URI addresses;

    /**
     * Creates lookups.
     *
     * @param customers the URL of the customer service, which answers at {@code /customer/id}
     * @param addresses the URL of the address service, which answers at {@code /address/id}
     */
    public GetEach(URI customers, URI addresses) {
        this.customers = customers;
        this.addresses = addresses;
    }

    @Override
    public Optional<Customer> customer(long id) throws IOException, InterruptedException {
        return get(customers.resolve("/customer/" + id))
                .map(found -> new Customer(text(found, "first_name"), text(found, "last_name")));
    }

    @Override
    public Optional<Address> address(long id) throws IOException, InterruptedException {
        return get(addresses.resolve("/address/" + id))
                .map(found -> new Address(text(found, "street"), text(found, "postcode"), text(found, "city")));
    }

    private Optional<JsonNode> get(URI uri) throws IOException, InterruptedException {
        final HttpResponse<byte[]> response =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
        return switch (response.statusCode()) {
            case 200 -> Optional.of(json.readTree(response.body()));
            case 404 -> Optional.empty();
            default -> throw new IOException("GET " + uri + " was answered with status " + response.statusCode());
        };
    }

    private static String text(JsonNode found, String field) {
        return found.get(field).textValue();
    }

    @Override
    public void close() {
        // The HTTP client closes its connections when it is no longer used.
    }
}
