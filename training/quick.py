import json, sys
from pathlib import Path
from random import Random
import numpy as np
from training.check_numpy import NumpyTiny
from training import measure as m
from training.corpus import corpus, everyday_words
from training.everyday import repetition
f=Path(sys.argv[1]); n=int(sys.argv[2]) if len(sys.argv)>2 else 2
if not (f/"config.json").exists():
    (f/"config.json").write_text(json.dumps(dict(vocabulary=0,n_layers=n,n_heads=4,d_model=64,d_feed_forward=256,layer_norm_eps=1e-5)))
M=NumpyTiny(f); np.set_printoptions(precision=3,suppress=True)
for k in ("living","place"):
    for nouns in (False,True):
        r=m.reference(M,k,200,nouns); print(k,nouns,r.answers,r.answers_of_two); print(r.first.ravel(), r.weight.ravel(), r.adjective.ravel())
for a in ("tired","wide"):
    r=M(f"The animal didn't cross the street because it was too {a}")
    print(r.tokens, M.tokenizer.id_to_token(int(r.logits[9 if r.tokens[0]=="[CLS]" and False else r.tokens.index("it")].argmax())))
    for w in r.weights: print(w[:, r.tokens.index("it")])
for w in ("bank","bat","bark","spring"): print(w, m.senses(M,w))
print("agree", m.asked(M,m.different_agreements(200),True)); R=Random(9)
print("repeat", m.asked(M,[repetition(R,everyday_words()) for _ in range(200)]))
S=corpus(300,99); print("mlm", m.masked_words(M,S))
for k,v in m.looks(M,[s.text for s in S]).items(): print(f"{k:20}",v.ravel())
