package io.github.leaderelection.internal.follow;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the beans and containers that follow leadership by name, and switches off their
 * automatic start. The container registries of Spring for Apache Kafka, Spring AMQP,
 * Spring JMS and Spring for Apache Pulsar share a method, but no interface.
 */
final class FollowedLookup {

	private static final String BY_ID = "getListenerContainer";

	private static final String AUTO_STARTUP = "autoStartup";

	private final ListableBeanFactory beans;

	private final List<SmartLifecycle> registries;

	FollowedLookup(ListableBeanFactory beans) {
		this.beans = beans;
		this.registries = new ArrayList<>(beans.getBeansOfType(SmartLifecycle.class, false, true)
			.values()
			.stream()
			.filter((bean) -> byId(bean) != null)
			.toList());
	}

	/**
	 * Finds a bean or a container.
	 * @param key the key of the configuration that names the bean or container
	 * @return the bean or container of that name, whose automatic start is off
	 */
	Followed find(String key, String name) {
		Lifecycle found = lifecycle(name);
		if (found == null) {
			String problem = this.beans.containsBean(name)
					? "The bean of that name is no Lifecycle, so it cannot be started and stopped"
					: "No bean has that name, and no listener container that id";
			throw new InvalidElectionConfigurationException(key, name, problem,
					"Name the id of a listener (@KafkaListener(id = \"" + name + "\")) or a bean that is a"
							+ " SmartLifecycle");
		}
		if (found instanceof SmartLifecycle smart && !isStartedByUsAlone(smart)) {
			throw new InvalidElectionConfigurationException(key, name,
					"It starts with the application, and its property '" + AUTO_STARTUP + "' cannot be set to false",
					"Let its isAutoStartup() return false, as by autoStartup = \"false\" of its annotation");
		}
		return new Followed(name, found);
	}

	private @Nullable Lifecycle lifecycle(String name) {
		if (this.beans.containsBean(name) && this.beans.isTypeMatch(name, Lifecycle.class)) {
			return this.beans.getBean(name, Lifecycle.class);
		}
		for (SmartLifecycle registry : this.registries) {
			Method byId = byId(registry);
			if (byId != null && ReflectionUtils.invokeMethod(byId, registry, name) instanceof Lifecycle container) {
				return container;
			}
		}
		return null;
	}

	private static @Nullable Method byId(SmartLifecycle bean) {
		return ReflectionUtils.findMethod(bean.getClass(), BY_ID, String.class);
	}

	private static boolean isStartedByUsAlone(SmartLifecycle found) {
		if (found.isAutoStartup()) {
			BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(found);
			if (properties.isWritableProperty(AUTO_STARTUP)) {
				properties.setPropertyValue(AUTO_STARTUP, false);
			}
		}
		return !found.isAutoStartup();
	}

}
