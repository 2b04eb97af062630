package dev.sluice.perf.lab;

import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A gateway that is opened over new queues for each time that it is measured: an open one without work costs CPU that
 * others are measured with. One thread.
 */
public final class FreshGateway {

    private final HostedGateways gateways;
    private final Path directory;
    private final GatewayYaml configuration;
    private Optional<Service> opened = Optional.empty();

    /** @param directory below which its queues are made */
    public FreshGateway(HostedGateways gateways, Path directory, GatewayYaml configuration) {
        this.gateways = gateways;
        this.directory = directory;
        this.configuration = configuration;
    }

    public void open() throws IOException, InterruptedException {
        opened = Optional.of(gateways.open(Files.createTempDirectory(directory, "gateway-"), configuration));
    }

    /** The gateway, while it is open. */
    public Service service() {
        return opened.orElseThrow();
    }

    public void close() {
        opened.ifPresent(Service::close);
        opened = Optional.empty();
    }
}
