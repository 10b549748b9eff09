# SPDX-License-Identifier: Apache-2.0
#
# The data of the engine that recognises handwriting. `make handwriting` makes it in .build/handwriting, in about five minutes.

HANDWRITING_PACKAGES       = g++ make libc6-dev libjansson-dev python3 python3-pip python3-numpy python3-pil libopenblas0-pthread unicode-data \
                             fonts-arphic-ukai fonts-dejavu-core fonts-kiloji fonts-motoya-l-cedar fonts-motoya-l-maruberi hershey-fonts-data
HANDWRITING_BENCH_PACKAGES = $(HANDWRITING_PACKAGES) fonts-lxgw-wenkai libzinnia0 tegaki-zinnia-japanese
HANDWRITING         = .build/handwriting
HANDWRITING_STROKES = .build/handwriting-strokes
HANDWRITING_TOOLS   = Engines/handwriting/data
HANDWRITING_FILES   = $(patsubst %,$(HANDWRITING)/%,$(patsubst %,%.data,projection characters arphic kanjivg hershey dejavu few-strokes) \
                      ARPHICPL.TXT copyright)
# The code that draws characters and describes them.
HANDWRITING_DRAWING = $(foreach name,details distortion features normalisation resampling,$(wildcard Engines/handwriting/$(name).*)) Engines/handwriting/samples_main.cpp
MAKE_HANDWRITING    = /usr/bin/python3 -B $(HANDWRITING_TOOLS)/make_handwriting.py
# The programs of this machine, also if the engines are built for another processor.
HANDWRITING_BUILD   = $(CURDIR)/.build/engines

.PHONY: handwriting handwriting-samples install-handwriting test-handwriting bench-handwriting bench-drawing deb-handwriting check-deb-handwriting handwriting-packages \
        handwriting-bench-packages
handwriting: $(HANDWRITING)/copyright

$(HANDWRITING_STROKES)/fetched: $(HANDWRITING_TOOLS)/make_handwriting.py | handwriting-packages
	$(MAKE_HANDWRITING) fetch $(@D)
	@touch $@

$(HANDWRITING_STROKES)/strokes: $(HANDWRITING_STROKES)/fetched $(wildcard $(HANDWRITING_TOOLS)/*.py)
	$(MAKE_HANDWRITING) strokes $(@D)
	@touch $@

handwriting-samples: handwriting-packages
	@$(MAKE) --no-print-directory -C Engines BUILD="$(HANDWRITING_BUILD)" samples

# The data is whole once its licences are there.
$(HANDWRITING)/copyright: $(HANDWRITING_STROKES)/strokes $(HANDWRITING_DRAWING) Engines/handwriting/copyright
	@$(MAKE) --no-print-directory handwriting-samples
	$(MAKE_HANDWRITING) data $(HANDWRITING_STROKES) "$(HANDWRITING_BUILD)/handwriting-samples" $(HANDWRITING)
	sed -n '/^ARPHIC PUBLIC LICENSE/,/^=/{/^=/!p}' /usr/share/doc/fonts-arphic-ukai/copyright > $(HANDWRITING)/ARPHICPL.TXT
	cp Engines/handwriting/copyright $@

install-handwriting: handwriting
	for file in $(HANDWRITING_FILES); do \
	  install -D -m 644 $$file $(SHARE)/handwriting/$${file##*/} || exit 1; done

# Tests the engine with the data of this machine's fonts.
test-handwriting: handwriting handwriting-bench-packages test-packages
	@$(MAKE) --no-print-directory engines handwriting-samples
	ENGINES="$(ENGINES)" HANDWRITING="$(CURDIR)/$(HANDWRITING)" STROKES="$(CURDIR)/$(HANDWRITING_STROKES)" \
	  /usr/bin/python3 -B Tests/run-unittests handwriting Tests/Handwriting

# Measures the engine with strokes of other sources than its templates, next to Zinnia, and writes Documentation/Handwriting.md.
bench-handwriting: handwriting handwriting-bench-packages
	@$(MAKE) --no-print-directory engines handwriting-samples
	/usr/bin/python3 -B Benchmarks/language/bench_handwriting.py "$(ENGINES)/keybridge-engine-handwriting" \
	  "$(HANDWRITING_BUILD)/handwriting-samples" $(HANDWRITING) $(HANDWRITING_STROKES) \
	  $(if $(HANDWRITING_OPTIONS),$(HANDWRITING_OPTIONS),--page Documentation/Handwriting.md)

# Measures drawn characters in the real program: candidates on the socket, keys typed meanwhile, idling.
bench-drawing: build bench-packages handwriting handwriting-bench-packages
	@$(MAKE) --no-print-directory engines
	$(MAKE) -C Benchmarks drawings PROGRAM="$(PROGRAM)"

# Builds the package keybridge-handwriting in .build/deb: the data. The program is in keybridge-engine-handwriting.
deb-handwriting: handwriting deb-packages
	Packaging/debian/build-handwriting --data $(HANDWRITING) $(OPTIONS)

check-deb-handwriting: deb-handwriting deb-engines deb-check-packages
	Packaging/debian/check-handwriting .build/deb/keybridge-handwriting_$(VERSION)_all.deb \
	  .build/deb/keybridge-engine-handwriting_$(VERSION)+$(OWN_SUITE)_$(MACHINE).deb

handwriting-packages: PACKAGES = $(HANDWRITING_PACKAGES)
handwriting-bench-packages: PACKAGES = $(HANDWRITING_BENCH_PACKAGES)
