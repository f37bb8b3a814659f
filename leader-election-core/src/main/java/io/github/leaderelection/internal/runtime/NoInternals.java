package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.Optional;

import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.StoreUse;
import org.jspecify.annotations.Nullable;

/**
 * The internals of an elector without an election: counts, traces and obeys nothing.
 */
public class NoInternals implements ElectorInternals {

	@Override
	public long count(Notice notice) {
		return 0;
	}

	@Override
	public Optional<String> trace() {
		return Optional.empty();
	}

	@Override
	public Optional<Flapping> flapping() {
		return Optional.empty();
	}

	@Override
	public Optional<StoreUse> storeUse() {
		return Optional.empty();
	}

	@Override
	public List<String> disagreements() {
		return List.of();
	}

	@Override
	public void ineligible(@Nullable String reason) {
		// nobody listens
	}

	@Override
	public void stopAdmitting() {
		// the elector itself decides what it admits
	}

	@Override
	public boolean leaveIfIdle() {
		// the elector itself decides what it admits
		return false;
	}

	@Override
	public boolean observes() {
		return false;
	}

}
