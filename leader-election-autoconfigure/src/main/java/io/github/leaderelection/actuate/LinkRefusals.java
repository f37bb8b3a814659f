package io.github.leaderelection.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.github.leaderelection.link.RefusalReason;
import io.github.leaderelection.link.TransportStatus;
import org.jspecify.annotations.Nullable;

/**
 * What links refused, whatever carries them. Knows every reason before there is a
 * transport, so that meters show zero from the start.
 */
public final class LinkRefusals implements TransportRefusals {

	private final Supplier<@Nullable TransportStatus> status;

	/**
	 * Reads a transport.
	 * @param status what the transport does now, null before there is one
	 */
	public LinkRefusals(Supplier<@Nullable TransportStatus> status) {
		this.status = Objects.requireNonNull(status, "status");
	}

	@Override
	public Map<String, Long> byReason() {
		TransportStatus present = this.status.get();
		Map<String, Long> counts = new LinkedHashMap<>();
		for (RefusalReason reason : RefusalReason.values()) {
			counts.put(reason.name(), (present != null) ? present.refusals().getOrDefault(reason, 0L) : 0L);
		}
		return counts;
	}

}
