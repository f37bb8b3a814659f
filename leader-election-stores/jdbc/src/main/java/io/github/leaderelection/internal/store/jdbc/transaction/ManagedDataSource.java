package io.github.leaderelection.internal.store.jdbc.transaction;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;

/**
 * The {@code DataSource} of a transaction manager.
 */
final class ManagedDataSource {

	private static final String PROPERTY = "dataSource";

	private ManagedDataSource() {
	}

	/** The target DataSource of a manager, null if the manager does not show one. */
	static @Nullable DataSource of(PlatformTransactionManager manager) {
		if (manager instanceof ResourceTransactionManager resource
				&& resource.getResourceFactory() instanceof DataSource dataSource) {
			return target(dataSource);
		}
		// The manager of JPA has a DataSource beside its own resource, and its library
		// may be missing.
		BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
		return (properties.isReadableProperty(PROPERTY)
				&& properties.getPropertyValue(PROPERTY) instanceof DataSource dataSource) ? target(dataSource) : null;
	}

	/** The DataSource behind proxies, as transaction managers use it. */
	static DataSource target(DataSource dataSource) {
		DataSource target = dataSource;
		while (target instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
			target = proxy.getTargetDataSource();
		}
		return target;
	}

	/** Whether a manager commits distributed transactions. */
	static boolean isDistributed(PlatformTransactionManager manager) {
		for (Class<?> type = manager.getClass(); type != null; type = type.getSuperclass()) {
			// Compares names, because the class needs an interface that may be missing.
			if (type.getName().equals("org.springframework.transaction.jta.JtaTransactionManager")) {
				return true;
			}
		}
		return false;
	}

}
