package io.github.leaderelection.internal.settings;

import java.util.List;

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
 * Ignores a text in the place of a group of settings, such as an environment variable
 * {@code LEADER_ELECTION} of another program.
 */
public final class Headings extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leader-election");

	/** Below these a name alone declares something. */
	private static final List<ConfigurationPropertyName> DECLARING = List.of(ROOT.append("groups"),
			ROOT.append("assignments"));

	public Headings(BindHandler parent) {
		super(parent);
	}

	/** Binds the settings of an environment, with defaults for missing ones. */
	public static <T> T bind(Environment environment, String prefix, Class<T> type) {
		return Binder.get(environment, new Headings(BindHandler.DEFAULT)).bindOrCreate(prefix, type);
	}

	@Override
	public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
		Bindable<T> bound = super.onStart(name, target, context);
		return (bound != null && isHeading(name, bound))
				? bound.withBindRestrictions(BindRestriction.NO_DIRECT_PROPERTY) : bound;
	}

	/**
	 * Whether a name has only settings below it. A name below the groups declares a
	 * group, even without settings; so does one below the assignments.
	 */
	private static boolean isHeading(ConfigurationPropertyName name, Bindable<?> target) {
		return target.getType().resolve(Object.class).isRecord()
				&& DECLARING.stream().noneMatch((each) -> each.isAncestorOf(name))
				&& (ROOT.equals(name) || ROOT.isAncestorOf(name));
	}

}
