package io.github.leaderelection.internal.store.kubernetes;

import java.util.function.Consumer;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener to changes of one Lease.
 */
record LeaseListener(Key key, String name, Consumer<@Nullable LeaseObject> listener) {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	void tell(@Nullable Lease lease) {
		try {
			LeaseObject shown = (lease != null) ? new LeaseObject(lease) : null;
			this.listener.accept((shown != null && shown.isOf(this.key)) ? shown : null);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener to changes of a lease has failed", ex);
		}
	}

}
