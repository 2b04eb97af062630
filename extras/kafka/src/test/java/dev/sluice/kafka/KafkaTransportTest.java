package dev.sluice.kafka;

import dev.sluice.testing.LanesContract;
import dev.sluice.testing.TransportContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a broker. */
class KafkaTransportTest implements TransportContract, LanesContract {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @Override
    public String newAddress() {
        return BROKER.newAddress();
    }
}
