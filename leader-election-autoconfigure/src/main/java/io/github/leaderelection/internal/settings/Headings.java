package io.github.leaderelection.internal.settings;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Bindable.BindRestriction;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Passes over a text in the place of several settings, such as a variable
 * {@code LEADER_ELECTION} of the process that is meant for others.
 */
public final class Headings extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leader-election");

	private static final ConfigurationPropertyName GROUPS = ROOT.append("groups");

	public Headings(BindHandler parent) {
		super(parent);
	}

	/** Binds what an environment has, and what holds where it has nothing. */
	public static <T> T bind(Environment environment, String prefix, Class<T> type) {
		return Binder.get(environment, new Headings(BindHandler.DEFAULT)).bindOrCreate(prefix, type);
	}

	@Override
	public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
		Bindable<T> bound = super.onStart(name, target, context);
		return (bound != null && isHeading(name, bound))
				? bound.withBindRestrictions(BindRestriction.NO_DIRECT_PROPERTY) : bound;
	}

	/** Below the groups, a name with nothing behind it declares one. */
	private static boolean isHeading(ConfigurationPropertyName name, Bindable<?> target) {
		return target.getType().resolve(Object.class).isRecord() && !GROUPS.isAncestorOf(name)
				&& (ROOT.equals(name) || ROOT.isAncestorOf(name));
	}

}
