package io.github.leaderelection.internal.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.internal.transport.spi.RefusalReason;

/**
 * Reads the refusals of the transport. Contains every reason even before a transport
 * exists, so that meters show zero from the start.
 */
public final class LinkRefusals implements TransportRefusals {

	private final LinkStatus links;

	public LinkRefusals(LinkStatus links) {
		this.links = Objects.requireNonNull(links, "links");
	}

	@Override
	public Map<String, Long> byReason() {
		TransportStatus present = this.links.now();
		Map<String, Long> counts = new LinkedHashMap<>();
		for (RefusalReason reason : RefusalReason.values()) {
			counts.put(reason.name(), (present != null) ? present.refusals().getOrDefault(reason, 0L) : 0L);
		}
		return counts;
	}

	@Override
	public int observers() {
		TransportStatus present = this.links.now();
		return (present != null) ? present.observers() : 0;
	}

	@Override
	public Map<String, String> crashDetection() {
		Map<String, String> states = new LinkedHashMap<>();
		TransportStatus present = this.links.now();
		if (present != null) {
			present.peers().forEach((peer) -> {
				String state = peer.crashDetection();
				if (state != null) {
					states.put(peer.id().value(), state);
				}
			});
		}
		return states;
	}

}
